import type { JSX } from 'react';
import type { AskedMessage, QuestionMessage, TesterMessage, View } from '../protocol';
import { readView } from '../reading/view';
import { AgentCall } from './AgentCall';
import { AgentRun } from './AgentRun';
import { ModelText } from './ModelText';
import { Note } from './Note';
import { Result } from './Result';

/** The views that talk to a kernel. */
export type LiveView = TesterMessage | QuestionMessage | AskedMessage;

export interface OutputProps {
  message: unknown;
  /** Draws what talks to a kernel. */
  live: (view: LiveView) => JSX.Element;
}

/** A message as it stands in a notebook: the view it holds, or why it cannot be shown. */
export function Output({ message, live }: OutputProps): JSX.Element {
  const view = readView(message);
  return typeof view === 'string' ? (
    <Note>This result cannot be shown: {view}. Run the cell again to see it.</Note>
  ) : (
    <Known view={view} live={live} />
  );
}

function Known({ view, live }: { view: View; live: OutputProps['live'] }): JSX.Element {
  switch (view.kind) {
    case 'result':
      return <Result result={view} />;
    case 'model-text':
      return <ModelText message={view} />;
    case 'agent-call':
      return <AgentCall call={view} />;
    case 'agent-run':
      return <AgentRun run={view} />;
    case 'tester':
    case 'question':
    case 'asked':
      return live(view);
  }
}
