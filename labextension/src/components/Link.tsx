import type { JSX } from 'react';
import type { LinkBlock } from '../protocol';
import { isOfTheWeb } from './Address';

/** A link to a resource: one of the web can be followed, any other address is text. */
export function Link({ link }: { link: LinkBlock }): JSX.Element {
  return (
    <div className="mcpw-Link">
      <div>
        <span className="mcpw-Link-name">{link.name || 'Resource'}</span>{' '}
        {link.mime !== '' && <span className="mcpw-Muted">{link.mime}</span>}
      </div>
      {isOfTheWeb(link.uri) ? (
        <a href={link.uri} target="_blank" rel="noopener noreferrer">
          {link.uri}
        </a>
      ) : (
        <code>{link.uri}</code>
      )}
      {link.description !== '' && <p className="mcpw-Link-description">{link.description}</p>}
    </div>
  );
}
