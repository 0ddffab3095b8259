import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UNANSWERED } from '../asked.testing';
import type { ProgressReply, Request } from '../protocol';
import { Requests } from './requests';
import type { Answer } from './requests';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CALL = { method: 'call', server: 'demo', tool: 'slow', values: {} } as const;

let sent: Request[] = [];

function open(): Requests {
  sent = [];
  return new Requests(request => sent.push(request));
}

function codeOf(answer: Answer): string {
  return answer.type === 'failed' ? answer.error.code : answer.type;
}

test('each request gets its own answer, in whatever order they come', async () => {
  const requests = open();
  const [one, other] = [requests.ask(CALL), requests.ask({ method: 'warm', server: 'demo' })];
  const [first, second] = sent.map(request => request.id);
  expect(first).not.toBe(second);
  requests.receive({ id: second, type: 'done' });
  requests.receive({ id: first, type: 'line', line: '%mcp' });
  requests.receive({ id: first, type: 'done' });
  requests.receive({ id: 'unknown', type: 'done' });
  requests.receive('noise');
  expect([(await one).type, (await other).type]).toEqual(['line', 'done']);
});

test('progress is passed on, and gives the kernel its time anew', async () => {
  const requests = open();
  const seen: ProgressReply[] = [];
  const answer = requests.ask(CALL, { patience: 10, onProgress: word => seen.push(word) });
  const id = sent[0]?.id;
  for (const progress of [1, 2]) {
    vi.advanceTimersByTime(9000);
    requests.receive({ id, type: 'progress', progress, total: 2, message: '' });
  }
  expect(seen.map(({ progress }) => progress)).toEqual([1, 2]);
  vi.advanceTimersByTime(10_000);
  expect(codeOf(await answer)).toBe('no_answer');
});

test('what is asked for a request is passed on, and is not its answer', async () => {
  const requests = open();
  const seen: string[] = [];
  const answer = requests.ask(CALL, { onQuestion: asked => seen.push(asked.id) });
  const id = sent[0]?.id;
  requests.receive({ id, type: 'question', question: UNANSWERED });
  requests.receive({ id, type: 'done' });
  expect([seen, codeOf(await answer)]).toEqual([['q1'], 'done']);
});

test('a kernel that sets the limit itself is waited for', async () => {
  const requests = open();
  const answer = requests.ask(CALL, { patience: Infinity });
  vi.advanceTimersByTime(3_600_000);
  requests.receive({ id: sent[0]?.id, type: 'done' });
  expect(codeOf(await answer)).toBe('done');
});

test('a cancelled request asks the kernel to stop and is answered by it', async () => {
  const requests = open();
  const abort = new AbortController();
  const answer = requests.ask(CALL, { patience: Infinity, signal: abort.signal });
  abort.abort();
  const [call, cancel] = sent;
  expect(cancel).toMatchObject({ method: 'cancel', request: call?.id });
  const error = { code: 'mcp_cancelled', reason: '', text: '', hint: '' };
  requests.receive({ id: call?.id, type: 'failed', error, field: null });
  expect(codeOf(await answer)).toBe('mcp_cancelled');
});

test('a kernel that does not even cancel is not waited for any longer', async () => {
  const requests = open();
  const abort = new AbortController();
  const answer = requests.ask(CALL, { patience: Infinity, signal: abort.signal });
  abort.abort();
  const progress = { id: sent[0]?.id, type: 'progress', progress: 1, total: 2, message: '' };
  vi.advanceTimersByTime(3000);
  requests.receive(progress);
  vi.advanceTimersByTime(3000);
  expect(codeOf(await answer)).toBe('no_answer');
});

test('what can no longer be answered fails with words', async () => {
  const requests = open();
  const answer = requests.ask(CALL);
  requests.end('The kernel ended.');
  expect(await answer).toMatchObject({
    type: 'failed',
    error: { code: 'no_kernel', text: 'The kernel ended.' }
  });
});

test('what cannot be sent fails at once', async () => {
  const requests = new Requests(() => {
    throw new Error('Cannot send');
  });
  expect(codeOf(await requests.ask(CALL))).toBe('no_kernel');
});

test('an answer that cannot be read is told', async () => {
  const requests = open();
  const answer = requests.ask(CALL);
  requests.receive({ id: sent[0]?.id, type: 'done', oops: 1, line: 2 });
  requests.receive({ id: sent[0]?.id, type: 'line' });
  expect(codeOf(await answer)).toBe('done');
  const another = requests.ask(CALL);
  requests.receive({ id: sent[1]?.id, type: 'line' });
  const said = await another;
  expect(codeOf(said)).toBe('reply_unreadable');
  expect(JSON.stringify(said)).toContain('the reply.line is missing');
});
