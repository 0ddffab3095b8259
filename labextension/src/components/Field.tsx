import { useId } from 'react';
import type { JSX } from 'react';
import type { ErrorMessage, FieldMessage } from '../protocol';
import { Control } from './Control';

export interface FieldProps {
  field: FieldMessage;
  /** What stands in it; null where it is left out of the call. */
  value: string | null;
  error: ErrorMessage | null;
  onChange: (value: string | null, file?: string) => void;
}

/** One argument: what it is for, how it is filled, and what is wrong with it. */
export function Field({ field, value, error, onChange }: FieldProps): JSX.Element {
  const { label, required, description, rule } = field;
  const id = useId();
  const words = field.base64 ? ['file'] : [KINDS[field.kind], rule];
  const kind = words.filter(part => part !== '').join(' · ');
  return (
    <div className="mcpw-Field">
      <div className="mcpw-Field-head">
        <span>
          <label htmlFor={id}>
            <code>{label}</code>
          </label>
          {required && <span className="mcpw-Field-required"> required</span>}
        </span>
        <span className="mcpw-Muted">{kind}</span>
      </div>
      <div className="mcpw-Field-control">
        <Control
          id={id}
          field={field}
          value={value}
          isWrong={error !== null}
          describedBy={`${id}-description`}
          onChange={onChange}
        />
        {value !== null && (
          <button
            type="button"
            className="mcpw-Unset"
            aria-label={`Leave ${label} out`}
            title="Leave it out"
            onClick={() => {
              document.getElementById(id)?.focus(); // this button is no more
              onChange(null);
            }}
          >
            ×
          </button>
        )}
        {value === null && field.kind === 'text' && !field.base64 && (
          <button
            type="button"
            className="mcpw-Unset mcpw-Blank"
            aria-label={`Send ${label} as an empty text`}
            title="Send an empty text"
            onClick={() => {
              document.getElementById(id)?.focus();
              onChange('');
            }}
          >
            ""
          </button>
        )}
      </div>
      <div id={`${id}-description`}>
        {description !== '' && <p className="mcpw-Field-description">{description}</p>}
        {error !== null && (
          <p className="mcpw-Field-error" role="alert">
            {error.text}
          </p>
        )}
      </div>
    </div>
  );
}

const KINDS: Record<FieldMessage['kind'], string> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  choice: '',
  choices: 'any of these',
  json: 'JSON'
};
