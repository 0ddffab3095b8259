import type { JSX } from 'react';
import type { ModelTextMessage } from '../protocol';
import { counted } from './words';

/** What a model says: text, never markup. Its reasoning is folded away. */
export function ModelText({ message }: { message: ModelTextMessage }): JSX.Element {
  const { thought, state } = message;
  const isOn = state === 'streaming';
  return thought ? (
    <details className="mcpw-Thought">
      <summary>{isOn ? 'Reasoning …' : 'Reasoning'}</summary>
      <Words message={message} />
    </details>
  ) : (
    <section
      className={`mcpw-ModelText${isOn ? ' mcpw-ModelText-streaming' : ''}`}
      aria-label="Answer of the model"
      aria-busy={isOn}
    >
      <Words message={message} />
    </section>
  );
}

function Words({ message }: { message: ModelTextMessage }): JSX.Element {
  const { text, omitted, state } = message;
  return (
    <>
      <div className="mcpw-ModelText-words">{text}</div>
      {omitted > 0 && (
        <p className="mcpw-Muted">
          shortened, {counted(omitted, 'character')} more in <code>.messages</code> of the run
        </p>
      )}
      {state === 'stopped' && <p className="mcpw-Muted">stopped here</p>}
    </>
  );
}
