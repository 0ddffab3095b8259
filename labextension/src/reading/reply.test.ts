import { expect, test } from 'vitest';
import { UNANSWERED } from '../asked.testing';
import type { Reply, StateMessage } from '../protocol';
import { readReply, readState } from './reply';

const ERROR = { code: 'mcp_cancelled', reason: '', text: 'cancelled', hint: '' };

const STATE: StateMessage = {
  version: 1,
  type: 'state',
  package: '0.1.0',
  revision: 3,
  servers: [
    {
      name: 'demo',
      transport: 'stdio',
      address: 'python -m demo',
      origin: 'cell',
      status: 'failed',
      disabled: false,
      protocol_version: '',
      tools: null,
      listed: 0,
      error: ERROR,
      warnings: ['late']
    }
  ]
};

const REPLIES: Reply[] = [
  { id: 'a', type: 'done' },
  { id: 'a', type: 'tools', tools: [], omitted: [] },
  { id: 'a', type: 'line', line: '%mcp call demo.echo text=a' },
  { id: 'a', type: 'failed', error: ERROR, field: 'text' },
  { id: 'a', type: 'progress', progress: 1, total: null, message: '' },
  { id: 'a', type: 'question', question: UNANSWERED },
  {
    id: 'a',
    type: 'result',
    result: {
      version: 1,
      kind: 'result',
      server: 'demo',
      tool: 'echo',
      elapsed: 0,
      error: null,
      warnings: [],
      blocks: [],
      structured: null
    }
  }
];

test('a state is read as it is', () => {
  expect(readState(STATE)).toEqual(STATE);
});

test.each([
  [
    { ...STATE, version: 2, package: '3.0.1' },
    'mcp-workbench "3.0.1" in the kernel tells what this page cannot read: the state.version is 2'
  ],
  [{ ...STATE, servers: [{ ...STATE.servers[0], status: 'asleep' }] }, 'status is "asleep"'],
  [null, 'the state is null, not an object']
])('a state that is none is told in words (%#)', (message, words) => {
  expect(readState(message)).toContain(words);
});

test.each(REPLIES.map(reply => [reply.type, reply] as const))('%s is read', (_type, reply) => {
  expect(readReply(reply)).toEqual(reply);
});

test.each([
  [{ id: 'a', type: 'valueOf' }, 'the reply.type is "valueOf"'],
  [{ id: 'a', type: 'line', line: 7 }, 'the reply.line is 7'],
  [{ id: 'a', type: 'tools', tools: [{}] }, 'the reply.tools[0].server is missing'],
  [{ id: 'a', type: 'question', question: {} }, 'the reply.question.version is missing'],
  [{ id: 'a', type: 'result', result: { version: 9 } }, 'another version of mcp-workbench'],
  ['done', 'the reply.type is missing']
])('a reply that is none is told in words (%#)', (message, words) => {
  expect(readReply(message)).toContain(words);
});
