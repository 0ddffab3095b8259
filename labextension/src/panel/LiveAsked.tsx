import type { JSX } from 'react';
import { Asked } from '../components/Asked';
import type { Draft } from '../model/draft';
import type { Workbench } from '../model/workbench';
import type { AskedMessage } from '../protocol';
import { useChanges } from './changes';

export interface LiveAskedProps {
  /** The question as it is now; that of the draft may be an earlier state of it. */
  asked: AskedMessage;
  draft: Draft;
  /** Whose kernel asks; null where there is none. */
  workbench: Workbench | null;
  obstacle: string | null;
}

/** What a notebook's kernel asks on behalf of a server; the kernel then shows what was decided. */
export function LiveAsked({ asked, draft, workbench, obstacle }: LiveAskedProps): JSX.Element {
  useChanges(draft.changed);
  const { values, isAnswering, error, field } = draft;
  return (
    <Asked
      asked={asked}
      values={values}
      isAnswering={isAnswering}
      obstacle={obstacle}
      error={error}
      field={field}
      onFill={(name, value) => {
        draft.fill(name, value);
      }}
      onAnswer={decision => {
        if (workbench !== null) {
          void draft.answer(workbench.ask, decision);
        }
      }}
    />
  );
}
