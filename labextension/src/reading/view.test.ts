import { expect, test } from 'vitest';
import type {
  AgentCallMessage,
  AgentRunMessage,
  AskedMessage,
  ModelTextMessage,
  QuestionMessage,
  ResultMessage,
  TesterMessage,
  View
} from '../protocol';
import { readView } from './view';

const RESULT: ResultMessage = {
  version: 1,
  kind: 'result',
  server: 'demo',
  tool: 'echo',
  elapsed: 0.2,
  error: null,
  warnings: [],
  blocks: [],
  structured: null
};

const TESTER: TesterMessage = {
  version: 1,
  kind: 'tester',
  form: {
    server: 'demo',
    tool: 'echo',
    label: 'echo',
    title: '',
    description: 'Give the text back.',
    read_only: true,
    destructive: false,
    fields: [
      {
        name: 'text',
        label: 'text',
        kind: 'choice',
        required: true,
        description: 'Any text',
        default: '"a"',
        choices: [{ value: '"a"', label: 'a' }],
        rule: '',
        base64: false
      }
    ]
  },
  values: { text: '"a"' }
};

const QUESTION: QuestionMessage = {
  version: 1,
  kind: 'question',
  id: 'q1',
  name: 'remove',
  server: 'files',
  tool: 'remove',
  description: '',
  arguments: '{}',
  omitted: 0,
  reason: 'destructive',
  state: 'open'
};

const ASKED: AskedMessage = {
  version: 1,
  kind: 'asked',
  id: 'q2',
  about: 'address',
  title: 'shop asks you to open an address',
  text: 'Pay here.',
  parts: [{ label: '', text: 'It is not encrypted.', omitted: 0 }],
  fields: [],
  values: {},
  address: 'http://shop.example/',
  state: 'open'
};

const TEXT: ModelTextMessage = {
  version: 1,
  kind: 'model-text',
  text: 'hello',
  omitted: 0,
  thought: false,
  state: 'done'
};

const CALL: AgentCallMessage = {
  version: 1,
  kind: 'agent-call',
  name: 'echo',
  server: 'demo',
  tool: 'echo',
  arguments: '{}',
  state: 'done',
  elapsed: 0.2,
  result: RESULT,
  text: '',
  error: null
};

const RUN: AgentRunMessage = {
  version: 1,
  kind: 'agent-run',
  model: 'scripted',
  scripted: true,
  stop_reason: 'done',
  rounds: 1,
  calls: 1,
  input_tokens: 0,
  output_tokens: 0,
  elapsed: 0.2,
  error: null,
  warnings: []
};

const VIEWS: View[] = [RESULT, TESTER, QUESTION, ASKED, TEXT, CALL, RUN];

/** The message with something else at a path such as `form.fields.0.kind`. */
function changed(message: View, path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(message)) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = copy;
  for (const name of names) {
    holder = holder[name] as Record<string, unknown>;
  }
  holder[last] = value;
  return copy;
}

test.each(VIEWS.map(view => [view.kind, view] as const))('a %s is read as it is', (_kind, view) => {
  expect(readView(view)).toEqual(view);
});

test.each(VIEWS.map(view => [view.kind, view] as const))(
  'a %s of a later version is refused in words',
  (_kind, view) => {
    expect(readView({ ...view, version: 2 })).toContain('another version of mcp-workbench');
  }
);

test.each([
  [TESTER, 'form', null, 'form is null, not an object'],
  [TESTER, 'form.fields.0.kind', 'file', 'form.fields[0].kind is "file"'],
  [TESTER, 'form.fields.0.choices', [1], 'choices[0] is 1, not an object'],
  [TESTER, 'values', ['a'], 'values is a list, not an object'],
  [TESTER, 'values', { text: 3 }, 'values.text is 3'],
  [QUESTION, 'state', 'asked', 'state is "asked"'],
  [QUESTION, 'id', 7, 'id is 7'],
  [ASKED, 'about', 'money', 'about is "money"'],
  [ASKED, 'parts.0.omitted', -1, 'parts[0].omitted is -1'],
  [ASKED, 'state', 'once', 'state is "once"'],
  [TEXT, 'text', { html: '<b>' }, 'text is an object'],
  [TEXT, 'thought', 'yes', 'thought is "yes"'],
  [CALL, 'elapsed', -1, 'elapsed is -1'],
  [CALL, 'error', { code: 'x' }, 'error.reason is missing'],
  [CALL, 'result', 3, 'in its result, the message is 3, not an object'],
  [RUN, 'rounds', null, 'rounds is null'],
  [RUN, 'warnings', 'late', 'warnings is "late", not a list']
])('of a wrong message one sentence is left (%#)', (message, path, value, words) => {
  const said = readView(changed(message, path, value));
  expect(typeof said).toBe('string');
  expect(said).toContain(words);
});

test('what of the result of a call is wrong is set aside, the call is shown', () => {
  const view = readView(changed(CALL, 'result.blocks', [{ type: 'picture' }]));
  expect(view).toMatchObject({ kind: 'agent-call', result: { blocks: [{ type: 'note' }] } });
});

test.each(['toString', 'trace', 7])('a message of kind %s is refused in words', kind => {
  expect(readView({ version: 1, kind })).toContain('the message.kind is');
});
