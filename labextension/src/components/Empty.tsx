import type { JSX } from 'react';
import { Button } from './Button';

export interface EmptyProps {
  title: string;
  advice: string;
  /** Lines for cells that help. */
  cells: readonly string[];
  onInsert: (line: string) => void;
}

/** Why there is nothing here, and what to do about it. */
export function Empty({ title, advice, cells, onInsert }: EmptyProps): JSX.Element {
  return (
    <div className="mcpw-Empty" role="status">
      <p className="mcpw-Empty-title">{title}</p>
      {advice !== '' && <p className="mcpw-Empty-advice">{advice}</p>}
      {cells.map(line => (
        <div key={line} className="mcpw-Empty-cell">
          <code>{line}</code>
          <Button
            label={`Insert ${line} as cell`}
            onClick={() => {
              onInsert(line);
            }}
          >
            Insert as cell
          </Button>
        </div>
      ))}
    </div>
  );
}
