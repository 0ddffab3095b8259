import type { JSX } from 'react';
import type { LiveView } from '../components/Output';
import { insertCell } from '../model/insertion';
import type { Notebooks } from '../model/notebooks';
import { Trial } from '../model/trial';
import type { Workbench } from '../model/workbench';
import type { TesterMessage } from '../protocol';
import { useChanges } from './changes';
import { LiveQuestion } from './LiveQuestion';
import { LiveTester } from './LiveTester';
import { absenceOf, obstacleOf, silenceOf } from './statuses';

const NO_KERNEL = 'There is no kernel here: it works in a notebook whose kernel runs.';

/** The trials of one output; it keeps them while it is drawn anew. */
export class Trials {
  private _of = '';
  private _trial: Trial | null = null;

  /** The trial of a tester: a new one when the message is another. */
  get({ form, values }: TesterMessage): Trial {
    const of = JSON.stringify([form, values]);
    if (this._trial === null || this._of !== of) {
      [this._of, this._trial] = [of, new Trial(form, values)];
    }
    return this._trial;
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
    <LiveQuestion {...none} question={view} />
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
    <LiveQuestion workbench={workbench} obstacle={silenceOf(channel)} question={view} />
  );
}
