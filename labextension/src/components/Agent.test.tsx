// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type {
  AgentCallMessage,
  AgentRunMessage,
  Block,
  ModelTextMessage,
  ResultMessage
} from '../protocol';
import { AgentCall } from './AgentCall';
import { AgentRun } from './AgentRun';
import { ModelText } from './ModelText';

afterEach(cleanup);

function text(fields: Partial<ModelTextMessage>): HTMLElement {
  const message: ModelTextMessage = {
    version: 1,
    kind: 'model-text',
    text: 'hello',
    omitted: 0,
    thought: false,
    state: 'done',
    ...fields
  };
  return render(<ModelText message={message} />).container;
}

function call(fields: Partial<AgentCallMessage>): HTMLElement {
  const message: AgentCallMessage = {
    version: 1,
    kind: 'agent-call',
    name: 'scan',
    server: 'demo',
    tool: 'scan_codes',
    arguments: '{\n  "a": 1\n}',
    state: 'done',
    elapsed: 0.42,
    result: null,
    text: '',
    error: null,
    ...fields
  };
  return render(<AgentCall call={message} />).container;
}

function run(fields: Partial<AgentRunMessage>): HTMLElement {
  const message: AgentRunMessage = {
    version: 1,
    kind: 'agent-run',
    model: 'scripted:demo',
    scripted: false,
    stop_reason: 'done',
    rounds: 2,
    calls: 1,
    input_tokens: 1234,
    output_tokens: 56,
    elapsed: 4.2,
    error: null,
    warnings: [],
    ...fields
  };
  return render(<AgentRun run={message} />).container;
}

function result(...blocks: Block[]): ResultMessage {
  return {
    version: 1,
    kind: 'result',
    server: 'demo',
    tool: 'scan_codes',
    elapsed: 0.4,
    error: null,
    warnings: [],
    blocks,
    structured: null
  };
}

test('what a model says is text, also where it looks like markup', () => {
  const container = text({ text: '# A\n<img src=x onerror=alert(1)>\n**b**', omitted: 1200 });
  expect(container.querySelector('img, h1, strong')).toBeNull();
  expect(container.textContent).toBe(
    '# A\n<img src=x onerror=alert(1)>\n**b**shortened, 1,200 characters more in .messages of the run'
  );
});

test('reasoning is folded away', () => {
  const details = text({ thought: true }).querySelector('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toBe('Reasoninghello');
});

test('text that still comes is marked as such, and so is what was stopped', () => {
  text({ state: 'streaming' });
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true');
  cleanup();
  expect(text({ state: 'stopped' }).textContent).toContain('stopped here');
});

test('a call is one line; opened, it says where the tool comes from and what was sent', () => {
  const container = call({ text: '2', server: '', tool: 'count' });
  expect(container.textContent).toBe('scan{ "a": 1 }2done · 420 ms');
  fireEvent.click(screen.getByText('scan'));
  expect(container.textContent).toContain('function count of this notebook');
  expect(screen.getByRole('group', { name: 'Arguments' }).textContent).toBe('{\n  "a": 1\n}');
  expect(screen.getByRole('group', { name: 'Value' }).textContent).toBe('2');
  fireEvent.click(screen.getByText('scan'));
  expect(screen.queryByRole('group', { name: 'Arguments' })).toBeNull();
});

test('what came of a folded call stands in its line, in a few words', () => {
  const text = `\n${'x'.repeat(70)}\nmore`;
  const container = call({ result: result({ type: 'text', text, omitted: 0 }) });
  expect(container.querySelector('.mcpw-Call-value')?.textContent).toBe(`${'x'.repeat(59)}…`);
  fireEvent.click(screen.getByText('scan'));
  expect(container.querySelector('.mcpw-Call-value')).toBeNull();
});

test('a call with a picture is open at once, and can be closed', () => {
  const picture = { mime: 'image/png', data: '', width: 4, height: 3 };
  call({ result: result({ type: 'image', source: 'content[0]', picture, recognition: null }) });
  expect(screen.getByRole('img')).toBeTruthy();
  fireEvent.click(screen.getByText('scan'));
  expect(screen.queryByRole('img')).toBeNull();
});

test('a call that runs has no time yet; a failed one says why, once', () => {
  expect(call({ state: 'running' }).textContent).toContain('running …');
  cleanup();
  const error = { code: 'approval_denied', reason: '', text: 'it was denied', hint: '' };
  call({ state: 'failed', error, result: { ...result(), error }, tool: '', server: '' });
  expect(screen.getAllByText('it was denied')).toHaveLength(1);
  expect(screen.getByText('there is no such tool')).toBeTruthy();
  fireEvent.click(screen.getByText('scan'));
  expect(screen.queryByRole('group', { name: 'Error' })).toBeNull();
});

test('the end of a run tells model, rounds, calls, tokens and time', () => {
  const words = run({}).textContent;
  expect(words).toBe('donescripted:demo2 rounds1 call1,234 → 56 tokens4.2 s');
});

test('a scripted model is labelled as one, and tokens of none are not told', () => {
  const words = run({ scripted: true, input_tokens: 0, output_tokens: 0 }).textContent;
  expect(words).toBe('donescripted:demoscripted2 rounds1 call4.2 s');
});

test('a run that was stopped says why', () => {
  const error = { code: 'limit_reached', reason: '', text: '20 rounds', hint: 'max_rounds' };
  const words = run({
    stop_reason: 'model_failed',
    error,
    warnings: ['no description']
  }).textContent;
  expect(words).toContain('model failed');
  expect(words).toContain('limit_reached');
  expect(words).toContain('no description');
});
