import { useState } from 'react';
import type { JSX } from 'react';
import { Question } from '../components/Question';
import type { Decision } from '../components/Question';
import type { Workbench } from '../model/workbench';
import type { ErrorMessage, QuestionMessage } from '../protocol';

export interface LiveQuestionProps {
  question: QuestionMessage;
  workbench: Workbench | null;
  obstacle: string | null;
}

/** A question that a notebook's kernel asks; the kernel then shows what was decided. */
export function LiveQuestion({ question, workbench, obstacle }: LiveQuestionProps): JSX.Element {
  const [isAnswering, setAnswering] = useState(false);
  const [error, setError] = useState<ErrorMessage | null>(null);
  const answer = async (decision: Decision): Promise<void> => {
    if (workbench === null) {
      return;
    }
    setAnswering(true);
    setError(null);
    const said = await workbench.ask({
      method: 'answer',
      question: question.id,
      decision,
      content: {}
    });
    if (said.type === 'failed') {
      setError(said.error);
      setAnswering(false);
    }
  };
  return (
    <Question
      question={question}
      isAnswering={isAnswering}
      obstacle={obstacle}
      error={error}
      onAnswer={decision => void answer(decision)}
    />
  );
}
