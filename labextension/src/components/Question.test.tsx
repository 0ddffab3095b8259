// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { QuestionMessage } from '../protocol';
import { Question } from './Question';
import type { QuestionProps } from './Question';

afterEach(cleanup);

const QUESTION: QuestionMessage = {
  version: 1,
  kind: 'question',
  id: 'q1',
  name: 'remove',
  server: 'files',
  tool: 'remove_file',
  description: 'Remove a file.',
  arguments: '{"path": "<b>a</b>"}',
  omitted: 0,
  reason: 'the server says that it is destructive',
  state: 'open'
};

function show(
  state: QuestionMessage['state'],
  props: Partial<QuestionProps> = {}
): { answers: string[]; container: HTMLElement } {
  const answers: string[] = [];
  const { container } = render(
    <Question
      question={{ ...QUESTION, state }}
      isAnswering={false}
      obstacle={null}
      error={null}
      onAnswer={decision => answers.push(decision)}
      {...props}
    />
  );
  return { answers, container };
}

test('it says what would be called with what, and why it is asked', () => {
  const { container } = show('open');
  expect(screen.getByRole('heading').textContent).toBe('Allow remove?');
  expect(container.textContent).toContain(
    'files.remove_file · the server says that it is destructiveRemove a file.'
  );
  expect(screen.getByRole('group', { name: 'Arguments' }).textContent).toBe(QUESTION.arguments);
  expect(container.querySelector('b')).toBeNull();
});

test('what cannot be shown of the arguments is told beside the buttons', () => {
  show('open', { question: { ...QUESTION, omitted: 1234 } });
  const buttons = screen.getByRole('button', { name: 'Allow once' }).closest('.mcpw-Actions');
  expect(buttons?.textContent).toContain('1,234 more characters of the arguments cannot be shown');
});

test('an open question is announced, one that nobody can answer is not', () => {
  show('open');
  expect(screen.getByRole('status').textContent).toBe('Allow remove?');
});

test('each button is one decision', () => {
  const { answers } = show('open');
  for (const name of ['Allow once', 'Allow for this session', 'Deny']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(answers).toEqual(['once', 'session', 'denied']);
});

test('no second answer is given while one is on its way', () => {
  const { answers } = show('open', { isAnswering: true });
  for (const button of screen.getAllByRole('button')) {
    fireEvent.click(button);
  }
  expect(answers).toEqual([]);
});

test('where nobody can answer, words say why', () => {
  show('open', { obstacle: 'There is no kernel here.' });
  expect(screen.getByRole('status').textContent).toBe('There is no kernel here.');
  expect(screen.getAllByRole<HTMLButtonElement>('button').every(({ disabled }) => disabled)).toBe(
    true
  );
});

test('an answer that did not arrive is told', () => {
  show('open', { error: { code: 'no_kernel', reason: '', text: 'it is gone', hint: '' } });
  expect(screen.getByRole('group', { name: 'Error' }).textContent).toContain('it is gone');
});

test.each([
  ['once', 'Allowed once'],
  ['session', 'Allowed for this session'],
  ['denied', 'Denied'],
  ['gone', 'Nobody answered']
] as const)('after %s it says so, and asks no more', (state, words) => {
  show(state);
  expect(screen.getByRole('status').textContent).toContain(words);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
