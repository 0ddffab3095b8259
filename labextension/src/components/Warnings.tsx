import type { JSX } from 'react';

/** Warnings, one a line; nothing where there are none. */
export function Warnings({ warnings }: { warnings: readonly string[] }): JSX.Element | null {
  return warnings.length === 0 ? null : (
    <ul className="mcpw-Warnings" aria-label="Warnings">
      {warnings.map((warning, index) => (
        <li key={index}>{warning}</li>
      ))}
    </ul>
  );
}
