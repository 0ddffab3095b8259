import type { JSX } from 'react';

export interface AddressProps {
  address: string;
  /** Where it leads. */
  host: string;
}

/** An address in full, the host in bold; a link only where it is one of the web. */
export function Address({ address, host }: AddressProps): JSX.Element {
  const at = host === '' ? -1 : address.toLowerCase().indexOf(host.toLowerCase());
  const end = at + host.length;
  const words =
    at < 0 ? (
      address
    ) : (
      <>
        {address.slice(0, at)}
        <strong>{address.slice(at, end)}</strong>
        {address.slice(end)}
      </>
    );
  return (
    <p className="mcpw-Address">
      {isOfTheWeb(address) ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      ) : (
        <code>{words}</code>
      )}
    </p>
  );
}

export function isOfTheWeb(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
