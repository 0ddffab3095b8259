import { useId } from 'react';
import type { JSX, KeyboardEvent, ReactNode } from 'react';
import type { ErrorMessage, FormMessage, ProgressReply, ResultMessage } from '../protocol';
import { Actions } from './Actions';
import { Button } from './Button';
import { Description } from './Description';
import { Failure } from './Failure';
import { Field } from './Field';
import { Hints } from './Hints';
import { Note } from './Note';
import { Progress } from './Progress';
import { Result } from './Result';

export interface TesterProps {
  form: FormMessage;
  /** The fields that are filled, by name; the others are left out of the call. */
  values: Readonly<Record<string, string>>;
  state: 'idle' | 'running' | 'cancelling';
  progress: ProgressReply | null;
  /** What the server asks for the call that runs. */
  questions?: ReactNode;
  result: ResultMessage | null;
  error: ErrorMessage | null;
  /** The field that the error is about. */
  field: string | null;
  /** Why it cannot run now; null where it can, empty where that is said elsewhere. */
  obstacle: string | null;
  /** `file` is the name of the file that was chosen. */
  onFill: (name: string, value: string | null, file?: string) => void;
  onRun: () => void;
  onCancel: () => void;
  onInsert: () => void;
}

/** A tool as a form: fill it in, run it, see what comes. */
export function Tester(props: TesterProps): JSX.Element {
  const { form, values, state, result, error, field, obstacle, onFill, onRun } = props;
  const heading = useId();
  const isReady = state === 'idle' && obstacle === null;
  const atField = form.fields.some(({ name }) => name === field) ? field : null;
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) {
      event.preventDefault();
      onRun();
    }
  };
  return (
    <section className="mcpw-Tester" aria-labelledby={heading} onKeyDown={press}>
      <header className="mcpw-Tester-head">
        <h3 id={heading}>
          <code>
            {form.server}.<wbr />
            {form.label}
          </code>
        </h3>
        <Hints {...form} />
      </header>
      {form.title !== '' && form.title !== form.label && <p>{form.title}</p>}
      <Description text={form.description} />
      {form.fields.length === 0 && <p className="mcpw-Muted">This tool takes no arguments.</p>}
      {form.fields.map(each => (
        <Field
          key={each.name}
          field={each}
          value={Object.hasOwn(values, each.name) ? (values[each.name] ?? null) : null}
          error={each.name === atField ? error : null}
          onChange={(value, file) => {
            onFill(each.name, value, file);
          }}
        />
      ))}
      {props.questions}
      <Actions>
        <Controls {...props} isReady={isReady} />
      </Actions>
      {error !== null && atField === null && (
        <div role="alert">
          <Outcome error={error} />
        </div>
      )}
      {result !== null && <Result result={result} />}
    </section>
  );
}

/** What a person has cancelled themselves is no failure. */
function Outcome({ error }: { error: ErrorMessage }): JSX.Element {
  const isWanted = error.code === 'mcp_cancelled' && error.reason === 'cancelled';
  return isWanted ? <Note>Cancelled.</Note> : <Failure error={error} />;
}

function Controls(props: TesterProps & { isReady: boolean }): JSX.Element {
  const { state, progress, obstacle, isReady, onRun, onCancel, onInsert } = props;
  if (state !== 'idle') {
    const isCancelling = state === 'cancelling';
    return (
      <div key="doing" className="mcpw-Doing">
        <Progress
          label={isCancelling ? 'Cancelling …' : 'Running …'}
          progress={isCancelling ? null : progress}
        />
        <Button isDisabled={isCancelling} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className="mcpw-Buttons">
        <Button isMain isDisabled={!isReady} title="Ctrl+Enter" onClick={onRun}>
          Run
        </Button>
        <Button
          isDisabled={!isReady}
          title="A new cell with the line that makes this call"
          onClick={onInsert}
        >
          Insert as cell
        </Button>
      </div>
      {obstacle !== null && obstacle !== '' && (
        <p className="mcpw-Obstacle" role="status">
          {obstacle}
        </p>
      )}
    </>
  );
}
