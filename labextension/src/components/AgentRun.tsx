import type { JSX } from 'react';
import type { AgentRunMessage } from '../protocol';
import { Failure } from './Failure';
import { Warnings } from './Warnings';
import { counted, durationWords } from './words';

/** The end of an agent's run: which model it was, what it took, and why it stopped. */
export function AgentRun({ run }: { run: AgentRunMessage }): JSX.Element {
  const { model, scripted, stop_reason: reason, error, warnings } = run;
  return (
    <footer className="mcpw-Run" aria-label="Run">
      {error !== null && <Failure error={error} />}
      <Warnings warnings={warnings} />
      <p className="mcpw-Run-line">
        <span className={`mcpw-State mcpw-State-${reason === 'done' ? 'done' : 'stopped'}`}>
          {reason.replaceAll('_', ' ')}
        </span>
        <span>{model}</span>
        {scripted && (
          <span
            className="mcpw-Badge"
            title="Prepared answers were played back; no model was asked"
          >
            scripted
          </span>
        )}
        {factsOf(run).map((fact, index) => (
          <span key={index} className="mcpw-Muted">
            {fact}
          </span>
        ))}
      </p>
    </footer>
  );
}

function factsOf(run: AgentRunMessage): string[] {
  const { rounds, calls, elapsed, input_tokens: sent, output_tokens: received } = run;
  const tokens = `${sent.toLocaleString('en')} → ${received.toLocaleString('en')} tokens`;
  return [
    counted(rounds, 'round'),
    counted(calls, 'call'),
    sent + received === 0 ? '' : tokens,
    durationWords(elapsed)
  ].filter(fact => fact !== '');
}
