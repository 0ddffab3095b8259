import { useId } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import type { AskedMessage, ErrorMessage, PartMessage } from '../protocol';
import { Actions } from './Actions';
import { Address } from './Address';
import { Announcement } from './Announcement';
import { Button } from './Button';
import { Description } from './Description';
import { Failure } from './Failure';
import { Field } from './Field';
import { counted } from './words';

type Decision = 'accept' | 'decline' | 'cancel';
type About = AskedMessage['about'];

export interface AskedProps {
  asked: AskedMessage;
  /** What stands in the fields, by name; a secret is `value`. */
  values: Readonly<Record<string, string>>;
  /** Whether an answer is on its way. */
  isAnswering: boolean;
  /** Why it cannot be answered now; null where it can. */
  obstacle: string | null;
  /** Why the answer was not taken. */
  error: ErrorMessage | null;
  /** The field that the error is about. */
  field: string | null;
  onFill: (name: string, value: string | null) => void;
  onAnswer: (decision: Decision) => void;
}

/** What a server, or the workbench, asks of a person: what it is about, what fills it, the answers. */
export function Asked(props: AskedProps): JSX.Element {
  const { asked, isAnswering, obstacle, onAnswer } = props;
  const { about, title, state, address } = asked;
  const heading = useId();
  const isOpen = state === 'open';
  const press = (event: KeyboardEvent): void => {
    if (isSentBy(event, props) && isOpen && !isAnswering && obstacle === null) {
      event.preventDefault();
      onAnswer('accept');
    }
  };
  return (
    <section
      className={`mcpw-Question mcpw-Asked mcpw-Question-${state}`}
      aria-labelledby={heading}
      onKeyDown={press}
    >
      <h3 id={heading}>{title}</h3>
      {isOpen && obstacle === null && <Announcement text={title} />}
      <Description text={asked.text} />
      {asked.parts.map((part, index) => (
        <Part key={index} part={part} isQuoted={about === 'sampling'} />
      ))}
      {address !== '' && <Address address={address} />}
      {isOpen && <Filling {...props} />}
      <Actions>
        {isOpen ? (
          <Answers {...props} />
        ) : (
          <p className="mcpw-Question-decision" role="status">
            {OUTCOMES[about][state]}
          </p>
        )}
      </Actions>
    </section>
  );
}

/** Enter sends a secret that is typed; a form, which may have lines, it sends with Ctrl or ⌘. */
function isSentBy(event: KeyboardEvent, { asked, values }: AskedProps): boolean {
  if (event.key !== 'Enter') {
    return false;
  }
  return asked.about === 'secret'
    ? event.target instanceof HTMLInputElement && isTyped(values)
    : asked.about === 'form' && (event.ctrlKey || event.metaKey);
}

function isTyped(values: AskedProps['values']): boolean {
  return (values.value ?? '') !== '';
}

function Part({ part, isQuoted }: { part: PartMessage; isQuoted: boolean }): JSX.Element {
  const { label, text, omitted } = part;
  return (
    <div>
      {label !== '' && <p className="mcpw-Muted">{label}</p>}
      {isQuoted ? (
        <pre className="mcpw-Arguments" tabIndex={0} role="group" aria-label={label || 'Text'}>
          {text}
        </pre>
      ) : (
        <p className="mcpw-Question-line">{text}</p>
      )}
      {omitted > 0 && <p className="mcpw-Muted">… and {counted(omitted, 'more character')}</p>}
    </div>
  );
}

function Filling({ asked, values, error, field, onFill }: AskedProps): JSX.Element {
  const id = useId();
  const valueOf = (name: string): string | null =>
    Object.hasOwn(values, name) ? (values[name] ?? null) : null;
  return (
    <>
      {asked.fields.map(each => (
        <Field
          key={each.name}
          field={each}
          value={valueOf(each.name)}
          error={each.name === field ? error : null}
          onChange={value => {
            onFill(each.name, value);
          }}
        />
      ))}
      {asked.about === 'secret' && (
        <input
          id={id}
          className="mcpw-Input"
          type="password"
          autoComplete="off"
          aria-label={asked.title}
          value={valueOf('value') ?? ''}
          onChange={({ target }) => {
            onFill('value', target.value === '' ? null : target.value);
          }}
        />
      )}
    </>
  );
}

function Answers(props: AskedProps): JSX.Element {
  const { asked, values, isAnswering, obstacle, error, field, onAnswer } = props;
  const isReady = asked.about !== 'secret' || isTyped(values);
  const atField = asked.fields.some(({ name }) => name === field);
  return (
    <>
      <div className="mcpw-Buttons">
        {ANSWERS[asked.about].map(([decision, words]) => (
          <Button
            key={decision}
            isMain={decision === 'accept' && asked.about === 'form'}
            isDisabled={isAnswering || obstacle !== null || (decision === 'accept' && !isReady)}
            onClick={() => {
              onAnswer(decision);
            }}
          >
            {words}
          </Button>
        ))}
      </div>
      {obstacle !== null && (
        <p className="mcpw-Obstacle" role="status">
          {obstacle}
        </p>
      )}
      {error !== null && !atField && (
        <div role="alert">
          <Failure error={error} />
        </div>
      )}
    </>
  );
}

const ANSWERS: Record<About, readonly (readonly [Decision, string])[]> = {
  form: [
    ['accept', 'Send'],
    ['decline', 'Decline'],
    ['cancel', 'Cancel']
  ],
  address: [
    ['accept', 'I have opened it'],
    ['decline', 'Decline'],
    ['cancel', 'Cancel']
  ],
  sampling: [
    ['accept', 'Allow once'],
    ['decline', 'Deny']
  ],
  consent: [
    ['accept', 'Yes'],
    ['decline', 'No']
  ],
  secret: [
    ['accept', 'Use it'],
    ['cancel', 'Cancel']
  ]
};

type Outcomes = Record<Exclude<AskedMessage['state'], 'open'>, string>;

const GONE = 'No answer is needed any more.';
const OUTCOMES: Record<About, Outcomes> = {
  form: { accepted: '✓ Sent', declined: '✗ Declined', cancelled: '✗ Cancelled', gone: GONE },
  address: { accepted: '✓ Opened', declined: '✗ Declined', cancelled: '✗ Cancelled', gone: GONE },
  sampling: { accepted: '✓ Allowed once', declined: '✗ Denied', cancelled: '✗ Denied', gone: GONE },
  consent: { accepted: '✓ Yes', declined: '✗ No', cancelled: '✗ No', gone: GONE },
  secret: { accepted: '✓ Given', declined: '✗ Not given', cancelled: '✗ Not given', gone: GONE }
};
