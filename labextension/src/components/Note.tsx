import type { JSX, ReactNode } from 'react';

/** A calm line about something that is not shown as what it is. */
export function Note({ source, children }: { source?: string; children: ReactNode }): JSX.Element {
  return (
    <p className="mcpw-Note" role="note">
      {source !== undefined && source !== '' && <code>{source}</code>} {children}
    </p>
  );
}
