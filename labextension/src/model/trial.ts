/** One tester: what stands in its fields, what runs, and what came of it. */
import { JSONExt } from '@lumino/coreutils';
import type { ReadonlyPartialJSONValue } from '@lumino/coreutils';
import { Signal } from '@lumino/signaling';
import type { ISignal } from '@lumino/signaling';
import type { Answer, Options, Question } from '../channel/requests';
import type {
  AskedMessage,
  ErrorMessage,
  FormMessage,
  ProgressReply,
  ResultMessage
} from '../protocol';

import { Draft } from './draft';

/** How a tester asks the kernel. */
export type Ask = (question: Question, options?: Options) => Promise<Answer>;

/** What a tester shows; each change is a new one. */
export interface Attempt {
  /** The fields that are filled, by name. */
  values: Readonly<Record<string, string>>;
  state: 'idle' | 'running' | 'cancelling';
  progress: ProgressReply | null;
  /** What the server asks for the call that runs. */
  drafts: readonly Draft[];
  result: ResultMessage | null;
  error: ErrorMessage | null;
  /** The name of the field that the error is about. */
  field: string | null;
}

const UNLIKE: ErrorMessage = {
  code: 'form_outdated',
  reason: '',
  text: 'The server has another form for this tool than the one that this notebook holds. Nothing was sent.',
  hint: 'run the cell again, then look at what is filled in'
};

/** Characters of base64 that a line holds at most; of more, the file is named. */
const LONGEST = 2000;

export class Trial {
  readonly form: FormMessage;
  private readonly _changed = new Signal<this, void>(this);
  private _attempt: Attempt;
  private _abort = new AbortController();
  /** Whether the form may be another than the one that its server has now. */
  private _isSaved: boolean;
  /** Names of the files that were chosen, by field. */
  private readonly _files = new Map<string, string>();

  constructor(
    form: FormMessage,
    values: Readonly<Record<string, string>> = {},
    { isSaved = false } = {}
  ) {
    this.form = form;
    this._isSaved = isSaved;
    // a saved tester may name what is no field, and so would be sent unseen
    const names = form.fields.map(field => field.name);
    const known = Object.entries(values).filter(([name]) => names.includes(name));
    this._attempt = {
      values: Object.fromEntries(known),
      state: 'idle',
      progress: null,
      drafts: [],
      result: null,
      error: null,
      field: null
    };
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get attempt(): Attempt {
    return this._attempt;
  }

  /** Fill a field, with the content of `file` where it is one, or leave it out with null. */
  fill(name: string, value: string | null, file = name): void {
    this._files.set(name, file);
    const others = Object.entries(this._attempt.values).filter(([other]) => other !== name);
    const isAbout = this._attempt.field === name;
    this._set({
      values: Object.fromEntries(value === null ? others : [...others, [name, value]]),
      ...(isAbout ? { error: null, field: null } : {})
    });
  }

  /** Call the tool; the end of it is in `attempt`. */
  async run(ask: Ask): Promise<void> {
    if (this._attempt.state !== 'idle') {
      return;
    }
    this._abort = new AbortController();
    this._set({ state: 'running', progress: null, result: null, error: null, field: null });
    const unlike = this._isSaved ? await this._unlike(ask) : null;
    if (unlike !== null) {
      this._end(unlike);
      return;
    }
    this._isSaved = false;
    const answer = await ask(this._question('call'), {
      patience: Infinity, // the kernel keeps the time limits of calls
      signal: this._abort.signal,
      onProgress: progress => {
        this._set({ progress });
      },
      onQuestion: asked => {
        this._hear(asked);
      }
    });
    this._end(answer);
  }

  /** Why a form that a notebook brought along is not sent: its labels may say what is not so. */
  private async _unlike(ask: Ask): Promise<Answer | null> {
    const { server, tool } = this.form;
    const options = { patience: Infinity, signal: this._abort.signal };
    const answer = await ask({ method: 'tools', server }, options);
    if (answer.type !== 'tools') {
      return answer;
    }
    const known = answer.tools.find(form => form.tool === tool);
    // of one that is not told the kernel says what is wrong, or it is too large to be told
    return known === undefined || isSame(known, this.form)
      ? null
      : { id: answer.id, type: 'failed', error: UNLIKE, field: null };
  }

  cancel(): void {
    if (this._attempt.state === 'running') {
      this._set({ state: 'cancelling' });
      this._abort.abort();
    }
  }

  /** The line of a cell that makes this call; null where the fields do not allow it. */
  async line(ask: Ask): Promise<string | null> {
    const answer = await ask(this._question('line'));
    if (answer.type === 'line') {
      return answer.line;
    }
    if (this._attempt.state === 'idle') {
      this._end(answer);
    }
    return null;
  }

  private _question(method: 'call' | 'line'): Question {
    const { server, tool } = this.form;
    const { values } = this._attempt;
    const filled = this.form.fields.flatMap(({ name, base64 }) => {
      const value = values[name];
      if (value === undefined) {
        return [];
      }
      const isNamed = base64 && method === 'line' && value.length > LONGEST;
      return [[name, isNamed ? `@@${this._files.get(name) ?? name}` : value] as const];
    });
    return { method, server, tool, values: Object.fromEntries(filled) };
  }

  private _hear(asked: AskedMessage): void {
    const others = this._attempt.drafts.filter(draft => draft.asked.id !== asked.id);
    this._set({ drafts: asked.state === 'open' ? [...others, new Draft(asked)] : others });
  }

  private _end(answer: Answer): void {
    const failed = answer.type === 'failed' ? answer : null;
    this._set({
      state: 'idle',
      progress: null,
      drafts: [],
      result: answer.type === 'result' ? answer.result : null,
      error: failed?.error ?? null,
      field: failed?.field ?? null
    });
  }

  private _set(change: Partial<Attempt>): void {
    this._attempt = { ...this._attempt, ...change };
    this._changed.emit();
  }
}

/** Whether two forms are the same; a notebook that is saved has the names in another order. */
function isSame(one: FormMessage, other: FormMessage): boolean {
  return JSONExt.deepEqual(
    one as unknown as ReadonlyPartialJSONValue,
    other as unknown as ReadonlyPartialJSONValue
  );
}
