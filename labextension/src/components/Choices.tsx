import type { JSX } from 'react';
import type { ControlProps } from './Control';

/** Boxes to tick; the value is a list of what is ticked, as JSON text. */
export function Choices(props: ControlProps): JSX.Element {
  const { id, field, value, isWrong, describedBy, onChange } = props;
  const ticked = new Set(listOf(value));
  const tick = (choice: string, isOn: boolean): void => {
    const kept = field.choices
      .map(each => each.value)
      .filter(each => (each === choice ? isOn : ticked.has(each)));
    onChange(`[${kept.join(', ')}]`);
  };
  return (
    <div
      id={id}
      className="mcpw-Choices"
      role="group"
      tabIndex={-1}
      aria-label={field.label}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
    >
      {field.choices.map(choice => (
        <label key={choice.value} className="mcpw-Choices-choice">
          <input
            type="checkbox"
            checked={ticked.has(choice.value)}
            onChange={({ target }) => {
              tick(choice.value, target.checked);
            }}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** The entries of a list, each as the JSON text that a choice has. */
function listOf(value: string | null): string[] {
  try {
    const entries: unknown = JSON.parse(value ?? '[]');
    return Array.isArray(entries) ? entries.map(entry => JSON.stringify(entry)) : [];
  } catch {
    return [];
  }
}
