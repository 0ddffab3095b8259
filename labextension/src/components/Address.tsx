import type { JSX } from 'react';

/** An address in full, in bold where it leads; a link only where it is one of the web. */
export function Address({ address }: { address: string }): JSX.Element {
  const host = hostOf(address);
  const at = host === null ? -1 : startOf(address, host);
  if (host === null) {
    return (
      <p className="mcpw-Address">
        <code>{address}</code>
      </p>
    );
  }
  return (
    <p className="mcpw-Address">
      <a href={address} target="_blank" rel="noopener noreferrer">
        {at < 0 ? (
          address
        ) : (
          <>
            {address.slice(0, at)}
            <strong>{address.slice(at, at + host.length)}</strong>
            {address.slice(at + host.length)}
          </>
        )}
      </a>
      {at < 0 && (
        <>
          {' '}
          leads to <strong>{host}</strong>
        </>
      )}
    </p>
  );
}

export function isOfTheWeb(address: string): boolean {
  return hostOf(address) !== null;
}

/** Where this browser goes: whoever wrote the message may say otherwise. */
function hostOf(address: string): string | null {
  try {
    const { protocol, hostname } = new URL(address);
    return ['http:', 'https:'].includes(protocol) ? hostname : null;
  } catch {
    return null;
  }
}

/** Where the host stands in an address, after any name of a user; -1 where it is spelt otherwise. */
function startOf(address: string, host: string): number {
  const [before = '', authority = ''] = /^(https?:\/\/)([^/?#\\]*)/i.exec(address)?.slice(1) ?? [];
  const at = before.length + authority.lastIndexOf('@') + 1;
  const found = address.slice(at, before.length + authority.length).replace(/:\d*$/, '');
  return before !== '' && found.toLowerCase() === host ? at : -1;
}
