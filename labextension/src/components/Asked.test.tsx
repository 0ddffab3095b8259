// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { UNANSWERED } from '../asked.testing';
import type { AskedMessage, FieldMessage } from '../protocol';
import { Asked } from './Asked';
import type { AskedProps } from './Asked';

afterEach(cleanup);

function field(fields: Partial<FieldMessage>): FieldMessage {
  return {
    name: 'name',
    label: fields.name ?? 'name',
    kind: 'text',
    required: true,
    description: '',
    default: null,
    choices: [],
    rule: '',
    base64: false,
    ...fields
  };
}

const ASKED: AskedMessage = {
  ...UNANSWERED,
  title: 'shop asks for something',
  text: 'Who are <b>you</b>?'
};

/** What a person does to it, in words. */
function show(asked: Partial<AskedMessage>, props: Partial<AskedProps> = {}): string[] {
  const done: string[] = [];
  render(
    <Asked
      asked={{ ...ASKED, ...asked }}
      values={{}}
      isAnswering={false}
      obstacle={null}
      error={null}
      field={null}
      onFill={(name, value) => done.push(`${name}=${String(value)}`)}
      onAnswer={decision => done.push(decision)}
      {...props}
    />
  );
  return done;
}

function buttons(): string[] {
  return screen.getAllByRole('button').map(button => button.textContent);
}

test('[CON-22] a form is filled in, sent, declined or cancelled', () => {
  const done = show({ fields: [field({})] });
  fireEvent.change(screen.getByRole('textbox', { name: 'name' }), { target: { value: 'Ada' } });
  for (const name of ['Send', 'Decline', 'Cancel']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(done).toEqual(['name=Ada', 'accept', 'decline', 'cancel']);
});

test('the words of a server are text, whatever they hold', () => {
  show({});
  expect(screen.getByRole('region').textContent).toContain('Who are <b>you</b>?');
});

test('Ctrl+Enter sends a form, and nothing else', () => {
  const done = show({ fields: [field({})] });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'name' }), { key: 'Enter', ctrlKey: true });
  cleanup();
  const consented = show({ about: 'consent' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Yes' }), { key: 'Enter', ctrlKey: true });
  expect([done, consented]).toEqual([['accept'], []]);
});

test('what is wrong with a field is said at the field, anything else below the answers', () => {
  const error = { code: 'mcp_arguments_invalid', reason: '', text: 'is too short', hint: '' };
  show({ fields: [field({})] }, { error, field: 'name' });
  expect(screen.getByRole('alert').textContent).toBe('is too short');
  cleanup();
  show({ fields: [field({})] }, { error, field: 'other' });
  expect(screen.getByRole('group', { name: 'Error' }).textContent).toContain('is too short');
});

test('choices are ticked, and make a list in their own order', () => {
  const choices = [
    { value: '"a"', label: 'Apples' },
    { value: '"b"', label: 'Beans' }
  ];
  const done = show(
    { fields: [field({ kind: 'choices', choices })] },
    { values: { name: '["b", "gone"]' } }
  );
  const [apples, beans] = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect([apples?.checked, beans?.checked]).toEqual([false, true]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Apples' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Beans' }));
  expect(done).toEqual(['name=["a", "b"]', 'name=[]']);
});

test('[CON-22] an address is shown in full, its host in bold, and opened by a person alone', () => {
  const address = 'https://pay.example.org/bill?id=42';
  show({ about: 'address', address });
  const link = screen.getByRole<HTMLAnchorElement>('link');
  expect(link.textContent).toBe(address);
  expect(link.href).toBe(address);
  expect(link.rel).toBe('noopener noreferrer');
  expect(link.querySelector('strong')?.textContent).toBe('pay.example.org');
  expect(buttons()).toEqual(['I have opened it', 'Decline', 'Cancel']);
});

test.each([
  ['https://bank.example@evil.example:8443/bank.example', 'evil.example', ''],
  ['HTTPS://Evil.Example/a', 'Evil.Example', ''],
  [
    'https://großbank.example/login',
    'xn--grobank-2va.example',
    ' leads to xn--grobank-2va.example'
  ],
  ['https://0x7f.1/', '127.0.0.1', ' leads to 127.0.0.1'],
  ['https:\\\\evil.example\\@bank.example', 'evil.example', ' leads to evil.example']
])('in bold is where the browser goes, whatever else is said: %s', (address, host, more) => {
  show({ about: 'address', address });
  const shown = screen.getByRole('link').closest('p');
  expect(shown?.textContent).toBe(address + more);
  expect(shown?.querySelector('strong')?.textContent).toBe(host);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'no address'])(
  'what is no address of the web is no link: %s',
  address => {
    show({ about: 'address', address });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('region').textContent).toContain(address);
  }
);

test('[CON-23] a model is lent with all that it would be given in sight', () => {
  const parts = [
    { label: 'system', text: 'Be brief.', omitted: 0 },
    { label: 'user', text: 'What is MCP?', omitted: 12 }
  ];
  const done = show({ about: 'sampling', parts });
  expect(screen.getByRole('group', { name: 'user' }).textContent).toBe('What is MCP?');
  expect(screen.getByRole('region').textContent).toContain('… and 12 more characters');
  fireEvent.click(screen.getByRole('button', { name: 'Allow once' }));
  fireEvent.click(screen.getByRole('button', { name: 'Deny' }));
  expect(done).toEqual(['accept', 'decline']);
});

test('a secret is typed without being shown, and cannot be sent empty', () => {
  const done = show({ about: 'secret', title: 'Type the value of TOKEN' });
  const input = screen.getByLabelText<HTMLInputElement>('Type the value of TOKEN', {
    selector: 'input'
  });
  expect([input.type, input.autocomplete]).toEqual(['password', 'off']);
  fireEvent.change(input, { target: { value: 's3cret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  expect(done).toEqual(['value=s3cret']);
  cleanup();
  expect(show({ about: 'secret' }, { values: { value: 's3cret' } })).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use it' }).disabled).toBe(false);
});

test('Enter sends the secret that is typed, and none where none is', () => {
  const press = (values: Record<string, string>): string[] => {
    const done = show({ about: 'secret', title: 'Type it' }, { values });
    const input = screen.getByLabelText('Type it', { selector: 'input' });
    fireEvent.keyDown(input, { key: 'Enter' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Enter' });
    cleanup();
    return done;
  };
  expect([press({ value: 's3cret' }), press({})]).toEqual([['accept'], []]);
});

test('a question that appears is announced', () => {
  show({});
  expect(screen.getByRole('status').textContent).toBe('shop asks for something');
});

test('the label of a field is shown wherever its name would be', () => {
  const trick = { name: 'user\u202egnp', label: 'user\\u202egnp' };
  const choices = [{ value: '"a"', label: 'Apples' }];
  show({
    fields: [
      field({ ...trick }),
      field({ ...trick, name: 'b', kind: 'choices', choices }),
      field({ ...trick, name: 'c', base64: true })
    ]
  });
  expect(document.body.innerHTML).not.toContain('\u202e');
  expect(screen.getByRole('textbox', { name: trick.label })).toBeTruthy();
  expect(screen.getByRole('group', { name: trick.label })).toBeTruthy();
});

test('no second answer is given while one is on its way, and none where nobody listens', () => {
  const done = show({}, { isAnswering: true });
  screen.getAllByRole('button').forEach(button => fireEvent.click(button));
  cleanup();
  const unheard = show({}, { obstacle: 'There is no kernel here.' });
  screen.getAllByRole('button').forEach(button => fireEvent.click(button));
  expect([done, unheard]).toEqual([[], []]);
  expect(screen.getByRole('status').textContent).toBe('There is no kernel here.');
});

test.each([
  ['form', 'accepted', '✓ Sent'],
  ['form', 'declined', '✗ Declined'],
  ['address', 'cancelled', '✗ Cancelled'],
  ['consent', 'accepted', '✓ Yes'],
  ['sampling', 'declined', '✗ Denied'],
  ['secret', 'cancelled', '✗ Not given'],
  ['form', 'gone', 'No answer is needed any more.']
] as const)('a %s that is %s says so, and asks no more', (about, state, words) => {
  show({ about, state, fields: [field({})] });
  expect(screen.getByRole('status').textContent).toBe(words);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.queryAllByRole('textbox')).toEqual([]);
});
