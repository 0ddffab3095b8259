import { useState } from 'react';
import type { JSX } from 'react';
import type { AgentCallMessage, ResultMessage } from '../protocol';
import { Failure } from './Failure';
import { Result } from './Result';
import { Text } from './Text';
import { beginningOf, durationWords, originWords } from './words';

/**
 * One call that a model asked for: a line, and folded below it what was sent and what came. A call
 * that failed and one that brought pictures stand open.
 */
export function AgentCall({ call }: { call: AgentCallMessage }): JSX.Element {
  const { name, state, elapsed, result, text, error } = call;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isTelling = state === 'failed' || result?.blocks.some(({ type }) => type === 'image');
  const isOpen = chosen ?? isTelling ?? false;
  const value = beginningOf(error?.text ?? (text || textOf(result)), SHORT);
  return (
    <details className={`mcpw-Call mcpw-Call-${state}`} open={isOpen}>
      <summary
        onClick={event => {
          event.preventDefault(); // React, not the browser, opens it
          setChosen(!isOpen);
        }}
      >
        <code className="mcpw-Call-name">{name}</code>
        <code className="mcpw-Call-preview">
          {isOpen ? '' : call.arguments.replace(/\s+/g, ' ')}
        </code>
        {!isOpen && value !== '' && <span className="mcpw-Call-value">{value}</span>}
        <span className={`mcpw-State mcpw-State-${state}`}>
          {state === 'running' ? 'running …' : `${STATES[state]} · ${durationWords(elapsed)}`}
        </span>
      </summary>
      {isOpen && (
        <div className="mcpw-Call-body">
          <p className="mcpw-Muted">{originWords(call) || 'there is no such tool'}</p>
          <pre className="mcpw-Arguments" tabIndex={0} role="group" aria-label="Arguments">
            {call.arguments}
          </pre>
          {error !== null && <Failure error={error} />}
          {result !== null && (
            <Result result={error === null ? result : { ...result, error: null }} />
          )}
          {text !== '' && <Text text={text} omitted={0} attribute="trace" label="Value" />}
        </div>
      )}
    </details>
  );
}

/** Characters of what came of a call in its line. */
const SHORT = 60;

function textOf(result: ResultMessage | null): string {
  return result?.blocks.find(block => block.type === 'text')?.text ?? '';
}

const STATES = { done: 'done', failed: 'failed', stopped: 'stopped' };
