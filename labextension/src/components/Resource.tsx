import type { JSX } from 'react';
import type { ResourceBlock } from '../protocol';
import { Text } from './Text';
import { sizeWords } from './words';

/** A resource inside the result: its text, or what it is where it is binary. */
export function Resource({ resource }: { resource: ResourceBlock }): JSX.Element {
  return (
    <div className="mcpw-Resource">
      <div className="mcpw-Resource-head">
        <code>{resource.uri}</code>{' '}
        <span className="mcpw-Muted">
          {[resource.mime, sizeWords(resource.size)].filter(part => part !== '').join(' · ')}
        </span>
      </div>
      {resource.text !== null && (
        <Text
          text={resource.text}
          omitted={resource.omitted}
          attribute="resources"
          label={`Text of ${resource.uri}`}
        />
      )}
    </div>
  );
}
