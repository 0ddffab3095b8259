// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FieldMessage, FormMessage, ResultMessage } from '../protocol';
import { Tester } from './Tester';
import type { TesterProps } from './Tester';

afterEach(cleanup);

function field(fields: Partial<FieldMessage>): FieldMessage {
  return {
    name: 'text',
    label: fields.name ?? 'text',
    kind: 'text',
    required: false,
    description: '',
    default: null,
    choices: [],
    rule: '',
    base64: false,
    ...fields
  };
}

function form(...fields: FieldMessage[]): FormMessage {
  return {
    server: 'demo',
    tool: 'echo',
    label: 'echo',
    title: 'Echo',
    description: 'Give the text back.',
    read_only: true,
    destructive: false,
    fields
  };
}

const RESULT: ResultMessage = {
  version: 1,
  kind: 'result',
  server: 'demo',
  tool: 'echo',
  elapsed: 0.2,
  error: null,
  warnings: [],
  blocks: [{ type: 'text', text: 'hello', omitted: 0 }],
  structured: null
};

const ERROR = { code: 'mcp_arguments_invalid', reason: '', text: 'is too long', hint: 'cut it' };

/** What a person does to the tester, in words. */
function show(props: Partial<TesterProps>): string[] {
  const done: string[] = [];
  render(
    <Tester
      form={form(field({}))}
      values={{}}
      state="idle"
      progress={null}
      result={null}
      error={null}
      field={null}
      obstacle={null}
      onFill={(name, value) => done.push(`${name} = ${JSON.stringify(value)}`)}
      onRun={() => done.push('run')}
      onCancel={() => done.push('cancel')}
      onInsert={() => done.push('insert')}
      {...props}
    />
  );
  return done;
}

function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

test('a tool is told with its full name, title, description and hints', () => {
  show({ form: form() });
  expect(screen.getByRole('region', { name: 'demo.echo' }).textContent).toBe(
    'demo.echoread-onlyEchoGive the text back.This tool takes no arguments.RunInsert as cell'
  );
});

test('a field is told with kind, rule, description and whether it is required', () => {
  const fields = {
    required: true,
    kind: 'integer',
    rule: '1 … 64',
    description: 'How many'
  } as const;
  show({ form: form(field({ name: 'count', ...fields })) });
  const input = screen.getByRole('textbox', { name: 'count' });
  expect(input.getAttribute('aria-required')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'How many'
  );
  expect(screen.getByText('required')).toBeTruthy();
  expect(screen.getByText('integer · 1 … 64')).toBeTruthy();
});

test('a text that is emptied is left out; an empty one is sent where a person says so', () => {
  const done = show({ values: { text: 'a' } });
  const input = screen.getByRole('textbox', { name: 'text' });
  fireEvent.change(input, { target: { value: 'ab' } });
  fireEvent.change(input, { target: { value: '' } });
  press('Leave text out');
  expect(document.activeElement).toBe(input);
  expect(done).toEqual(['text = "ab"', 'text = null', 'text = null']);
  cleanup();
  const chosen = show({ form: form(field({}), field({ name: 'n', kind: 'integer' })) });
  press('Send text as an empty text');
  expect(screen.queryByRole('button', { name: 'Send n as an empty text' })).toBeNull();
  expect(chosen).toEqual(['text = ""']);
  cleanup();
  show({ values: { text: '' } });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').placeholder).toBe('empty text');
  expect(screen.getByRole('button', { name: 'Leave text out' })).toBeTruthy();
});

test('a description has a paragraph for each of its own, and its lines as they are', () => {
  show({ form: { ...form(), description: 'One.\n\n\n  \nTwo:\n<b>a</b>\n' } });
  const [, one, two, ...others] = [...document.querySelectorAll('p')].map(p => p.textContent);
  expect([one, two]).toEqual(['One.', 'Two:\n<b>a</b>\n']);
  expect(others).toEqual(['This tool takes no arguments.']);
});

test.each(['text', 'json', 'integer', 'number'] as const)(
  'an optional field of %s says what happens without it',
  kind => {
    show({ form: form(field({ kind }), field({ name: 'other', kind, default: '2.5' })) });
    const [one, other] = screen.getAllByRole<HTMLInputElement>('textbox');
    expect([one?.placeholder, other?.placeholder]).toEqual(['not sent', 'default: 2.5']);
    expect(screen.queryByRole('button', { name: /^Leave/ })).toBeNull();
  }
);

test.each([
  ['array of string, at least 1 entry', '["a", "b"]'],
  ['array of integer', '[1, 2]'],
  ['array of object', '[…]'],
  ['object, with city, at', '{"city": …}'],
  ['object', '{"key": …}']
])('a field of JSON shows what %s looks like', (rule, example) => {
  show({ form: form(field({ kind: 'json', rule, required: true })) });
  expect(screen.getByRole<HTMLInputElement>('textbox').placeholder).toBe(`e.g. ${example}`);
});

test('a choice gives the JSON of what was chosen, or leaves it out', () => {
  const choices = [
    { value: '"xyxy"', label: 'corners' },
    { value: '""', label: '(empty)' },
    { value: 'null', label: 'none' }
  ];
  const done = show({
    form: form(field({ name: 'kind', kind: 'choice', choices })),
    values: { kind: '""' }
  });
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'kind' });
  expect(select.selectedOptions[0]?.textContent).toBe('(empty)');
  for (const value of ['0', '2', '-1']) {
    fireEvent.change(select, { target: { value } });
  }
  expect(done).toEqual(['kind = "\\"xyxy\\""', 'kind = "null"', 'kind = null']);
});

test('true and false are told apart from nothing said', () => {
  const done = show({ form: form(field({ name: 'fast', kind: 'boolean', default: 'true' })) });
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'fast' });
  const options = [...select.options].map(option => option.textContent);
  expect(options).toEqual(['default: true', 'true', 'false']);
  fireEvent.change(select, { target: { value: '1' } });
  expect(done).toEqual(['fast = "false"']);
});

test('it is run by its button and by Ctrl+Enter, and becomes a cell', () => {
  const done = show({});
  press('Run');
  const input = screen.getByRole('textbox');
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(input, { key: 'Enter', metaKey: true });
  press('Insert as cell');
  expect(done).toEqual(['run', 'run', 'run', 'insert']);
});

test('where it cannot run, its buttons are off and words say why', () => {
  const done = show({ obstacle: 'The kernel has died.', values: { text: 'kept' } });
  for (const name of ['Run', 'Insert as cell']) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  }
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true });
  expect(screen.getByRole('status').textContent).toBe('The kernel has died.');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('kept');
  expect(done).toEqual([]);
  cleanup();
  show({ obstacle: '' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run' }).disabled).toBe(true);
  expect(screen.queryByRole('status')).toBeNull();
});

test('while it runs there is progress and a cancel', () => {
  const progress = { id: '', type: 'progress', progress: 1, total: 4, message: '1 of 4' } as const;
  const done = show({ state: 'running', progress });
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Running …' });
  expect(bar.value).toBe(0.25);
  expect(screen.getByRole('status').textContent).toBe('1 of 4');
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull();
  press('Cancel');
  expect(done).toEqual(['cancel']);
});

test('progress without an end, and a cancel under way, are told without a number', () => {
  show({ state: 'running' });
  expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
  cleanup();
  show({ state: 'cancelling' });
  expect(screen.getByRole('status').textContent).toBe('Cancelling …');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
});

test('an error about a field stands at the field, another one below', () => {
  show({ error: ERROR, field: 'text' });
  const input = screen.getByRole('textbox');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('is too long');
  expect(screen.queryByRole('group', { name: 'Error' })).toBeNull();
  cleanup();
  show({ error: ERROR, field: 'no such field' });
  expect(screen.getByRole('alert').textContent).toContain('hint: cut it');
  expect(screen.getByRole('group', { name: 'Error' })).toBeTruthy();
});

test('what a person has cancelled is no failure; what a closed server left undone is one', () => {
  show({ error: { ...ERROR, code: 'mcp_cancelled', reason: 'cancelled' } });
  expect(screen.getByRole('note').textContent).toContain('Cancelled.');
  expect(screen.queryByRole('group', { name: 'Error' })).toBeNull();
  cleanup();
  show({ error: { ...ERROR, code: 'mcp_cancelled', reason: 'closed' } });
  expect(screen.getByRole('group', { name: 'Error' })).toBeTruthy();
});

test('the result is shown as the one of a cell is', () => {
  show({ result: RESULT });
  expect(screen.getByRole('region', { name: 'Result of demo.echo' }).textContent).toContain(
    'hello'
  );
});

test('a file can be chosen, dropped or pasted; a picture is shown', async () => {
  const done = show({ form: form(field({ name: 'image', base64: true })) });
  const input = screen.getByLabelText('image');
  const files = [new File(['hello'], 'hello.txt')];
  fireEvent.change(input, { target: { files } });
  fireEvent.drop(input, { dataTransfer: { files } });
  fireEvent.paste(input, { clipboardData: { files, getData: () => '' } });
  fireEvent.paste(input, { clipboardData: { files: [], getData: () => ' QUJD ' } });
  await waitFor(() => {
    expect(done).toHaveLength(4);
  });
  expect(done.sort()).toEqual(['image = "QUJD"', ...Array<string>(3).fill('image = "aGVsbG8="')]);
  cleanup();
  show({ form: form(field({ name: 'image', base64: true })), values: { image: '/9j/4AAQ' } });
  expect(screen.getByRole<HTMLImageElement>('img').src).toBe('data:image/jpeg;base64,/9j/4AAQ');
  expect(screen.getByRole('status').textContent).toBe('6 bytes');
});

test('a file that is too large for a message is refused in words', async () => {
  const done = show({ form: form(field({ name: 'image', base64: true })) });
  const large = new File([], 'large.png');
  Object.defineProperty(large, 'size', { value: 8_000_000 });
  fireEvent.change(screen.getByLabelText('image'), { target: { files: [large] } });
  expect(
    await screen.findByText('large.png has more than 7.0 MB: call it in a cell.')
  ).toBeTruthy();
  expect(done).toEqual([]);
});
