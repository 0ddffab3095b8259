import type { JSX } from 'react';
import type { FormMessage } from '../protocol';

type Hinted = Pick<FormMessage, 'read_only' | 'destructive'>;

/** What the server says of its tool: a claim, not a promise. */
export function Hints({ read_only, destructive }: Hinted): JSX.Element | null {
  if (!read_only && !destructive) {
    return null;
  }
  return (
    <span className="mcpw-Badge" title="The server says so of its tool">
      {read_only ? 'read-only' : 'destructive'}
    </span>
  );
}
