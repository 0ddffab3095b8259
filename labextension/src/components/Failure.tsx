import type { JSX } from 'react';
import type { ErrorMessage } from '../protocol';

/** Why a call failed and what to do. */
export function Failure({ error }: { error: ErrorMessage }): JSX.Element {
  return (
    <div className="mcpw-Failure" role="group" aria-label="Error">
      <div className="mcpw-Failure-head">
        <code>{error.code}</code>
        {error.reason !== '' && <span className="mcpw-Muted">{error.reason}</span>}
      </div>
      <p className="mcpw-Failure-text">{error.text}</p>
      {error.hint !== '' && (
        <p className="mcpw-Failure-hint">
          <span className="mcpw-Muted">hint:</span> {error.hint}
        </p>
      )}
    </div>
  );
}
