/** Reads what a kernel sends to the panel: it may be of another version, or out of its mind. */
import { exactly, isRecord, list, named, nullable, number, object, ofType } from '../checks';
import type { Check } from '../checks';
import type {
  DoneReply,
  FailedReply,
  LineReply,
  ProgressReply,
  QuestionReply,
  Reply,
  ResultReply,
  ServerMessage,
  StateMessage,
  ToolsReply
} from '../protocol';
import { form } from './form';
import { asked } from './question';
import { error, readResult } from './result';

const text = ofType('string');
const count = number(0, Infinity);
const anyNumber = number(-Infinity, Infinity);

const server = object<ServerMessage>({
  name: text,
  transport: text,
  address: text,
  origin: text,
  status: exactly('registered', 'connecting', 'connected', 'needs_auth', 'failed', 'closed'),
  disabled: ofType('boolean'),
  protocol_version: text,
  tools: nullable(count),
  listed: count,
  error: nullable(error),
  warnings: list(text)
});

const state = object<StateMessage>({
  version: exactly(1),
  type: exactly('state'),
  package: text,
  revision: count,
  servers: list(server)
});

const replies: Record<Reply['type'], Check> = {
  done: object<DoneReply>({ id: text, type: exactly('done') }),
  tools: object<ToolsReply>({
    id: text,
    type: exactly('tools'),
    tools: list(form),
    omitted: list(text)
  }),
  // read by itself, since parts of it can be set aside
  result: object<ResultReply>({ id: text, type: exactly('result'), result: () => null }),
  line: object<LineReply>({ id: text, type: exactly('line'), line: text }),
  failed: object<FailedReply>({ id: text, type: exactly('failed'), error, field: nullable(text) }),
  progress: object<ProgressReply>({
    id: text,
    type: exactly('progress'),
    progress: anyNumber,
    total: nullable(anyNumber),
    message: text
  }),
  question: object<QuestionReply>({ id: text, type: exactly('question'), question: asked })
};

/** The state, or one sentence that says what is wrong with it, and which version of us told it. */
export function readState(message: unknown): StateMessage | string {
  const problem = state(message, 'the state');
  if (problem === null) {
    return message as StateMessage;
  }
  const version = isRecord(message) && typeof message.package === 'string' ? message.package : '';
  return `mcp-workbench ${version && named(version)} in the kernel tells what this page cannot read: ${problem}`;
}

/** The reply, or one sentence that says what is wrong with it. */
export function readReply(message: unknown): Reply | string {
  const path = 'the reply';
  const type = isRecord(message) ? message.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(replies, type)) {
    return `${path}.type is ${named(type)}`;
  }
  const problem = replies[type as Reply['type']](message, path);
  if (problem !== null) {
    return problem;
  }
  const reply = message as Reply;
  if (reply.type !== 'result') {
    return reply;
  }
  const result = readResult(reply.result);
  return typeof result === 'string' ? result : { ...reply, result };
}
