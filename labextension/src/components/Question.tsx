import { useId } from 'react';
import type { JSX } from 'react';
import type { ErrorMessage, QuestionMessage } from '../protocol';
import { Actions } from './Actions';
import { Button } from './Button';
import { Description } from './Description';
import { Failure } from './Failure';
import { Announcement } from './Announcement';
import { counted, originWords } from './words';

export type Decision = 'once' | 'session' | 'denied';

export interface QuestionProps {
  question: QuestionMessage;
  /** Whether an answer is on its way. */
  isAnswering: boolean;
  /** Why it cannot be answered now; null where it can. */
  obstacle: string | null;
  /** Why the answer did not arrive. */
  error: ErrorMessage | null;
  onAnswer: (decision: Decision) => void;
}

/** Whether a call may be made: what it is, why it is asked, and what was decided. */
export function Question(props: QuestionProps): JSX.Element {
  const { question, isAnswering, obstacle, error, onAnswer } = props;
  const { name, description, omitted, reason, state } = question;
  const heading = useId();
  const isOff = isAnswering || obstacle !== null;
  const button = (decision: Decision, words: string): JSX.Element => (
    <Button
      isDisabled={isOff}
      onClick={() => {
        onAnswer(decision);
      }}
    >
      {words}
    </Button>
  );
  return (
    <section className={`mcpw-Question mcpw-Question-${state}`} aria-labelledby={heading}>
      <h3 id={heading}>
        Allow <code>{name}</code>?
      </h3>
      <p className="mcpw-Muted">
        {[originWords(question), reason].filter(part => part !== '').join(' · ')}
      </p>
      <Description text={description} />
      <pre className="mcpw-Arguments" tabIndex={0} role="group" aria-label="Arguments">
        {question.arguments}
      </pre>
      {state === 'open' && obstacle === null && <Announcement text={`Allow ${name}?`} />}
      <Actions>
        {state === 'open' ? (
          <>
            {omitted > 0 && (
              <p className="mcpw-Question-omitted">
                {counted(omitted, 'more character')} of the arguments cannot be shown here.
              </p>
            )}
            <div className="mcpw-Buttons">
              {button('once', 'Allow once')}
              {button('denied', 'Deny')}
              {button('session', 'Allow for this session')}
            </div>
            {obstacle !== null && (
              <p className="mcpw-Obstacle" role="status">
                {obstacle}
              </p>
            )}
            {error !== null && (
              <div role="alert">
                <Failure error={error} />
              </div>
            )}
          </>
        ) : (
          <p className="mcpw-Question-decision" role="status">
            {DECISIONS[state]}
          </p>
        )}
      </Actions>
    </section>
  );
}

const DECISIONS: Record<Exclude<QuestionMessage['state'], 'open'>, string> = {
  once: '✓ Allowed once',
  session: '✓ Allowed for this session',
  denied: '✗ Denied',
  gone: 'Nobody answered, so the call was not made.'
};
