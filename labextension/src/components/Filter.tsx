import type { JSX } from 'react';
import type { DetectionClass } from './colours';

export interface FilterProps {
  classes: readonly DetectionClass[];
  /** The indices of those that are hidden. */
  hidden: ReadonlySet<number>;
  /** The least score, or null where no detection has one. */
  minimum: number | null;
  onToggle: (index: number) => void;
  onMinimum: (minimum: number) => void;
}

/** Which detections are shown: a chip for each class, and a least score. */
export function Filter(props: FilterProps): JSX.Element {
  const { classes, hidden, minimum, onToggle, onMinimum } = props;
  return (
    <div className="mcpw-Filter">
      {minimum !== null && (
        <label className="mcpw-Filter-score">
          Score ≥ <output>{minimum.toFixed(2)}</output>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={minimum}
            aria-label="Least score"
            onChange={event => {
              onMinimum(Number(event.target.value));
            }}
          />
        </label>
      )}
      <div className="mcpw-Filter-classes" role="group" aria-label="Classes">
        {classes.map(({ index, name, colour, count }) => (
          <button
            key={index}
            type="button"
            className="mcpw-Chip"
            aria-pressed={!hidden.has(index)}
            onClick={() => {
              onToggle(index);
            }}
          >
            <span className="mcpw-Swatch" style={{ backgroundColor: colour }} />
            <span className="mcpw-Chip-name">{name === '' ? 'no label' : name}</span>{' '}
            <span className="mcpw-Muted">{count}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
