/** Requests that wait for their reply: each has an id, may be told of progress and asked for more, and can be cancelled. */
import { UUID } from '@lumino/coreutils';
import type {
  AskedMessage,
  FailedReply,
  ProgressReply,
  QuestionReply,
  Reply,
  Request
} from '../protocol';
import { readReply } from '../reading/reply';

type WithoutId<T> = T extends Request ? Omit<T, 'id'> : never;

/** A request before it is sent. */
export type Question = WithoutId<Request>;
/** The last word on a request. A failure is a value as well. */
export type Answer = Exclude<Reply, ProgressReply | QuestionReply>;

/** Seconds: how long to wait for an answer, and for the end of what was cancelled. */
const PATIENCE = 60;
const AFTER_CANCEL = 5;

export interface Options {
  /** Seconds without a word from the kernel; Infinity where the kernel itself sets the limit. */
  patience?: number;
  onProgress?: (progress: ProgressReply) => void;
  /** A server asks something for it, or what it asked has another state. */
  onQuestion?: (asked: AskedMessage) => void;
  /** Cancels the request. */
  signal?: AbortSignal;
}

interface Waiting {
  settle: (answer: Answer) => void;
  /** Begin to wait anew, `seconds` long. */
  wait: (seconds: number) => void;
  options: Options;
}

export class Requests {
  private readonly _waiting = new Map<string, Waiting>();
  private readonly _send: (request: Request) => void;

  constructor(send: (request: Request) => void) {
    this._send = send;
  }

  /** The answer of the kernel; a failure where none comes. Never rejects. */
  ask(question: Question, options: Options = {}): Promise<Answer> {
    const id = UUID.uuid4();
    const { patience = PATIENCE, signal } = options;
    return new Promise(resolve => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (seconds: number): void => {
        clearTimeout(timer);
        if (seconds < Infinity) {
          timer = setTimeout(() => {
            settle(
              failure(id, 'no_answer', `The kernel did not answer in ${seconds.toString()} s.`)
            );
          }, seconds * 1000);
        }
      };
      const cancel = (): void => {
        wait(AFTER_CANCEL);
        this._trySend({ id: UUID.uuid4(), method: 'cancel', request: id });
      };
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this._waiting.delete(id);
        resolve(answer);
      };
      this._waiting.set(id, { settle, wait, options });
      wait(patience);
      if (!this._trySend({ ...question, id })) {
        settle(failure(id, 'no_kernel', 'There is no connection to a kernel.'));
      } else if (signal?.aborted === true) {
        cancel();
      } else {
        signal?.addEventListener('abort', cancel);
      }
    });
  }

  /** What came from the kernel. */
  receive(message: unknown): void {
    const id = idOf(message);
    const waiting = id === null ? undefined : this._waiting.get(id);
    if (id === null || waiting === undefined) {
      return;
    }
    const reply = readReply(message);
    if (typeof reply === 'string') {
      const text = `The answer of the kernel cannot be read: ${reply}.`;
      waiting.settle(failure(id, 'reply_unreadable', text, UPDATE));
    } else if (reply.type !== 'progress' && reply.type !== 'question') {
      waiting.settle(reply);
    } else {
      const { patience = PATIENCE, onProgress, onQuestion, signal } = waiting.options;
      if (signal?.aborted !== true) {
        waiting.wait(patience);
      }
      if (reply.type === 'progress') {
        onProgress?.(reply);
      } else {
        onQuestion?.(reply.question);
      }
    }
  }

  /** No answer will come any more. */
  end(text: string): void {
    for (const [id, { settle }] of this._waiting) {
      settle(failure(id, 'no_kernel', text));
    }
  }

  private _trySend(request: Request): boolean {
    try {
      this._send(request);
      return true;
    } catch {
      return false; // JupyterLab refuses once the comm or its kernel is disposed of
    }
  }
}

export const UPDATE =
  'the kernel and this page have different versions of mcp-workbench: update both, restart, reload';

function failure(id: string, code: string, text: string, hint = ''): FailedReply {
  return { id, type: 'failed', error: { code, reason: '', text, hint }, field: null };
}

function idOf(message: unknown): string | null {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' ? id : null;
}
