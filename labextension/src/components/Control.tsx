import type { JSX } from 'react';
import type { ChoiceMessage, FieldMessage } from '../protocol';
import { Choices } from './Choices';
import { FileControl } from './FileControl';

export interface ControlProps {
  id: string;
  field: FieldMessage;
  value: string | null;
  isWrong: boolean;
  describedBy: string;
  onChange: (value: string | null, file?: string) => void;
}

interface Shared {
  id: string;
  className: string;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

const TRUTHS: readonly ChoiceMessage[] = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' }
];
/** Lines: how high a text grows by itself. */
const HIGHEST = 12;
/** Characters, about: a line of the narrowest panel. */
const LINE = 36;

/** What an argument is filled with. A control that a person empties leaves its argument out. */
export function Control(props: ControlProps): JSX.Element {
  const { id, field, value, isWrong, describedBy, onChange } = props;
  const shared: Shared = {
    id,
    className: 'mcpw-Input',
    'aria-required': field.required,
    'aria-invalid': isWrong,
    'aria-describedby': describedBy
  };
  const change = (text: string): void => {
    onChange(text === '' ? null : text);
  };
  switch (field.kind) {
    case 'boolean':
      return <Choice shared={shared} {...{ field, value, onChange }} choices={TRUTHS} />;
    case 'choice':
      return <Choice shared={shared} {...{ field, value, onChange }} choices={field.choices} />;
    case 'choices':
      return <Choices {...{ id, field, value, isWrong, describedBy, onChange }} />;
    case 'integer':
    case 'number':
      return (
        <input
          {...shared}
          type="text"
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          placeholder={placeholderOf(field)}
          value={value ?? ''}
          onChange={event => {
            change(event.target.value);
          }}
        />
      );
    case 'text':
    case 'json':
      return field.base64 ? (
        <FileControl
          {...{ id, value, isWrong, describedBy, onChange }}
          name={field.label}
          isRequired={field.required}
        />
      ) : (
        <textarea
          {...shared}
          className={`mcpw-Input${field.kind === 'json' ? ' mcpw-Input-code' : ''}`}
          rows={rowsOf(value ?? '', field.kind === 'json' ? 2 : 1)}
          spellCheck={false}
          placeholder={value === null ? placeholderOf(field) : 'empty text'}
          value={value ?? ''}
          onChange={event => {
            change(event.target.value);
          }}
        />
      );
  }
}

interface ChoiceProps {
  shared: Shared;
  field: FieldMessage;
  value: string | null;
  choices: readonly ChoiceMessage[];
  onChange: (value: string | null) => void;
}

function Choice({ shared, field, value, choices, onChange }: ChoiceProps): JSX.Element {
  const chosen = choices.findIndex(choice => choice.value === value);
  return (
    <select
      {...shared}
      value={chosen}
      onChange={event => {
        onChange(choices[Number(event.target.value)]?.value ?? null);
      }}
    >
      <option value={-1}>{placeholderOf(field) || 'choose …'}</option>
      {choices.map(({ label }, index) => (
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </select>
  );
}

function placeholderOf({ kind, rule, default: value, required }: FieldMessage): string {
  if (value !== null) {
    return `default: ${value.length <= 40 ? value : `${value.slice(0, 39)}…`}`;
  }
  const example = kind === 'json' ? exampleOf(rule) : '';
  return [required ? '' : 'not sent', example === '' ? '' : `e.g. ${example}`]
    .filter(part => part !== '')
    .join(' · ');
}

const ENTRIES = new Map([
  ['string', '"a", "b"'],
  ['integer', '1, 2'],
  ['number', '0.5, 1'],
  ['boolean', 'true, false']
]);

/** What JSON for this rule looks like, as `["a", "b"]` for "array of string". */
function exampleOf(rule: string): string {
  const [, kind, entry = '', name = 'key'] =
    /^(array|object)(?: of (\w+))?(?:, with ([^, ]+))?/.exec(rule) ?? [];
  if (kind === undefined) {
    return '';
  }
  return kind === 'array' ? `[${ENTRIES.get(entry) ?? '…'}]` : `{"${name}": …}`;
}

function rowsOf(text: string, least: number): number {
  const lines = text.split('\n', HIGHEST + 1);
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return Math.min(Math.max(rows, least), HIGHEST);
}
