import { expect, test } from 'vitest';
import { UNANSWERED } from '../asked.testing';
import type { Answer, Question } from '../channel/requests';
import type { AskedMessage } from '../protocol';
import { Draft } from './draft';
import { Trials } from '../panel/Live';

const ASKED: AskedMessage = { ...UNANSWERED, values: { news: 'true', name: '' } };

/** A kernel that gives these answers in turn. */
function kernel(...answers: Answer[]): {
  asked: Question[];
  ask: (question: Question) => Promise<Answer>;
} {
  const asked: Question[] = [];
  return {
    asked,
    ask: question => {
      asked.push(question);
      const answer = answers.shift();
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
    }
  };
}

const DONE: Answer = { id: '1', type: 'done' };
const REFUSED: Answer = {
  id: '1',
  type: 'failed',
  error: { code: 'mcp_arguments_invalid', reason: '', text: 'too short', hint: '' },
  field: 'name'
};

test('what is filled in is sent with a yes, and with nothing else', async () => {
  const [draft, { asked, ask }] = [new Draft(ASKED), kernel(REFUSED, DONE)];
  draft.fill('name', 'Ada');
  draft.fill('news', null);
  await draft.answer(ask, 'accept');
  await draft.answer(ask, 'decline');
  expect(asked).toEqual([
    { method: 'answer', question: 'q1', decision: 'accept', content: { name: 'Ada' } },
    { method: 'answer', question: 'q1', decision: 'decline', content: {} }
  ]);
});

test('an answer that is not taken says why until its field is filled anew', async () => {
  const draft = new Draft(ASKED);
  await draft.answer(kernel(REFUSED).ask, 'accept');
  expect([draft.error?.text, draft.field, draft.isAnswering]).toEqual(['too short', 'name', false]);
  draft.fill('news', 'false');
  expect(draft.field).toBe('name');
  draft.fill('name', 'Ada');
  expect([draft.error, draft.field]).toEqual([null, null]);
});

test('no second answer is sent while one is on its way', () => {
  const [draft, { asked, ask }] = [new Draft(ASKED), kernel()];
  void draft.answer(ask, 'accept');
  void draft.answer(ask, 'cancel');
  expect(asked.length).toBe(1);
});

test('a secret that nobody asks for any more is kept nowhere', () => {
  const secret: AskedMessage = { ...ASKED, about: 'secret', values: {} };
  const trials = new Trials();
  const draft = trials.draft(secret);
  draft.fill('value', 's3cret');
  expect(trials.draft({ ...secret, state: 'gone' })).toBe(draft);
  expect(draft.values).toEqual({});
});

test('a secret that was given is kept nowhere', async () => {
  const draft = new Draft({ ...ASKED, about: 'secret', values: {} });
  draft.fill('value', 's3cret');
  await draft.answer(kernel(DONE).ask, 'accept');
  expect(draft.values).toEqual({});
});
