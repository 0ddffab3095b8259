import type { JSX } from 'react';
import { Tester } from '../components/Tester';
import type { Trial } from '../model/trial';
import type { Workbench } from '../model/workbench';
import { useChanges } from './changes';
import { LiveAsked } from './LiveAsked';

export interface LiveTesterProps {
  trial: Trial;
  /** Whose kernel runs it; null where there is none. */
  workbench: Workbench | null;
  obstacle: string | null;
  onInsert: (line: string) => void;
}

/** The tester of a trial, run by a notebook's kernel. */
export function LiveTester({ trial, workbench, obstacle, onInsert }: LiveTesterProps): JSX.Element {
  useChanges(trial.changed);
  const insert = async (): Promise<void> => {
    const line = workbench === null ? null : await trial.line(workbench.ask);
    if (line !== null) {
      onInsert(line);
    }
  };
  return (
    <Tester
      form={trial.form}
      {...trial.attempt}
      questions={trial.attempt.drafts.map(draft => (
        <LiveAsked key={draft.asked.id} {...{ draft, workbench, obstacle }} asked={draft.asked} />
      ))}
      obstacle={obstacle}
      onFill={(name, value, file) => {
        trial.fill(name, value, file);
      }}
      onRun={() => {
        if (workbench !== null) {
          void trial.run(workbench.ask);
        }
      }}
      onCancel={() => {
        trial.cancel();
      }}
      onInsert={() => void insert()}
    />
  );
}
