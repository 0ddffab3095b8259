/** Reads any view of unknown origin: a notebook is a file that anybody may have written. */
import { exactly, isRecord, list, nullable, number, object, ofType, record } from '../checks';
import type { Check } from '../checks';
import type {
  AgentCallMessage,
  AgentRunMessage,
  ModelTextMessage,
  TesterMessage,
  View
} from '../protocol';
import { form } from './form';
import { asked, question } from './question';
import { error, readResult } from './result';

const text = ofType('string');
const truth = ofType('boolean');
const count = number(0, Infinity);
const version = exactly(1);

/** All kinds but that of results, of which parts can be set aside. */
const views: Record<Exclude<View['kind'], 'result'>, Check> = {
  tester: object<TesterMessage>({ version, kind: exactly('tester'), form, values: record(text) }),
  question,
  asked,
  'model-text': object<ModelTextMessage>({
    version,
    kind: exactly('model-text'),
    text,
    omitted: count,
    thought: truth,
    state: exactly('streaming', 'done', 'stopped')
  }),
  'agent-call': object<AgentCallMessage>({
    version,
    kind: exactly('agent-call'),
    name: text,
    server: text,
    tool: text,
    arguments: text,
    state: exactly('running', 'done', 'failed', 'stopped'),
    elapsed: count,
    // read by itself, since parts of it can be set aside
    result: () => null,
    text,
    error: nullable(error)
  }),
  'agent-run': object<AgentRunMessage>({
    version,
    kind: exactly('agent-run'),
    model: text,
    scripted: truth,
    stop_reason: text,
    rounds: count,
    calls: count,
    input_tokens: count,
    output_tokens: count,
    elapsed: count,
    error: nullable(error),
    warnings: list(text)
  })
};

/** The message, or one sentence that says why nothing of it can be shown. */
export function readView(message: unknown): View | string {
  const kind = isRecord(message) && message.version === 1 ? message.kind : 'result';
  if (typeof kind !== 'string' || !Object.hasOwn(views, kind)) {
    return readResult(message);
  }
  const problem = views[kind as keyof typeof views](message, 'the message');
  if (problem !== null) {
    return problem;
  }
  const view = message as View;
  return view.kind === 'agent-call' ? withResult(view) : view;
}

function withResult(call: AgentCallMessage): AgentCallMessage | string {
  const result = call.result === null ? null : readResult(call.result);
  return typeof result === 'string' ? `in its result, ${result}` : { ...call, result };
}
