import type { JSX } from 'react';
import type { ErrorMessage } from '../protocol';

/** Why a call failed and what to do. */
export function Failure({ error }: { error: ErrorMessage }): JSX.Element {
  const isTold = error.code.includes(error.reason); // launcher_not_found, not_found
  return (
    <div className="mcpw-Failure" role="group" aria-label="Error">
      <div className="mcpw-Failure-head">
        <code>{error.code}</code>
        {!isTold && <span className="mcpw-Muted">{error.reason}</span>}
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
