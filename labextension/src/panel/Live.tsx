import type { JSX } from 'react';
import type { LiveView } from '../components/Output';
import { insertCell } from '../model/insertion';
import type { Notebooks } from '../model/notebooks';
import { Trial } from '../model/trial';
import type { Workbench } from '../model/workbench';
import type { AskedMessage, QuestionMessage, TesterMessage } from '../protocol';
import { Draft } from '../model/draft';
import { useChanges } from './changes';
import { LiveAsked } from './LiveAsked';
import { LiveQuestion } from './LiveQuestion';
import { LiveTester } from './LiveTester';
import { absenceOf, obstacleOf, silenceOf } from './statuses';

const NO_KERNEL = 'There is no kernel here: it works in a notebook whose kernel runs.';

/** What a person fills in at one output; it is kept while the output is drawn anew. */
export class Trials {
  private _of = '';
  private _trial: Trial | null = null;
  private _draft: Draft | null = null;

  /** The trial of a tester: a new one when the message is another. */
  get({ form, values }: TesterMessage): Trial {
    const of = JSON.stringify([form, values]);
    if (this._trial === null || this._of !== of) {
      [this._of, this._trial] = [of, new Trial(form, values, { isSaved: true })];
    }
    return this._trial;
  }

  /** The draft of an answer: a new one when it is another question. */
  draft(asked: AskedMessage): Draft {
    if (this._draft?.asked.id !== asked.id) {
      this._draft = new Draft(asked);
    }
    if (asked.state !== 'open') {
      this._draft.forget();
    }
    return this._draft;
  }
}

export interface LiveProps {
  view: LiveView;
  trials: Trials;
  /** The element of the output. */
  node: Element;
  notebooks: Notebooks;
}

/** A tester or a question under a cell, on the line of the notebook that holds it. */
export function Live(props: LiveProps): JSX.Element {
  const { node, notebooks } = props;
  useChanges(notebooks.changed);
  const panel = notebooks.around(node);
  return panel === null ? (
    <AtRest {...props} />
  ) : (
    <InNotebook
      {...props}
      workbench={notebooks.of(panel)}
      onInsert={line => {
        insertCell(panel, line, node);
      }}
    />
  );
}

/** What can be seen of it without any kernel. */
export function AtRest({ view, trials }: Pick<LiveProps, 'view' | 'trials'>): JSX.Element {
  const none = { workbench: null, obstacle: NO_KERNEL };
  return view.kind === 'tester' ? (
    <LiveTester {...none} trial={trials.get(view)} onInsert={() => undefined} />
  ) : (
    <AQuestion {...none} view={view} trials={trials} />
  );
}

interface InNotebookProps extends LiveProps {
  workbench: Workbench;
  onInsert: (line: string) => void;
}

function InNotebook({ view, trials, workbench, onInsert }: InNotebookProps): JSX.Element {
  useChanges(workbench.changed);
  const { channel } = workbench;
  return view.kind === 'tester' ? (
    <LiveTester
      workbench={workbench}
      obstacle={obstacleOf(channel) ?? absenceOf(view.form.server, workbench)}
      trial={trials.get(view)}
      onInsert={onInsert}
    />
  ) : (
    <AQuestion {...{ view, trials, workbench }} obstacle={silenceOf(channel)} />
  );
}

interface AQuestionProps {
  view: QuestionMessage | AskedMessage;
  trials: Trials;
  workbench: Workbench | null;
  obstacle: string | null;
}

function AQuestion({ view, trials, ...rest }: AQuestionProps): JSX.Element {
  return view.kind === 'question' ? (
    <LiveQuestion {...rest} question={view} />
  ) : (
    <LiveAsked {...rest} asked={view} draft={trials.draft(view)} />
  );
}
