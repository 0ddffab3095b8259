/** The answer to one question, while a person works on it. */
import { Signal } from '@lumino/signaling';
import type { ISignal } from '@lumino/signaling';
import type { AskedMessage, ErrorMessage } from '../protocol';
import type { Ask } from './trial';

export type Decision = 'accept' | 'decline' | 'cancel';

export class Draft {
  readonly asked: AskedMessage;
  private readonly _changed = new Signal<this, void>(this);
  private _values: Readonly<Record<string, string>>;
  private _isAnswering = false;
  private _error: ErrorMessage | null = null;
  private _field: string | null = null;

  constructor(asked: AskedMessage) {
    this.asked = asked;
    this._values = asked.values;
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** What stands in the fields, by name. */
  get values(): Readonly<Record<string, string>> {
    return this._values;
  }

  /** Whether an answer is on its way. */
  get isAnswering(): boolean {
    return this._isAnswering;
  }

  /** Why the answer was not taken. */
  get error(): ErrorMessage | null {
    return this._error;
  }

  /** The name of the field that the error is about. */
  get field(): string | null {
    return this._field;
  }

  /** Fill a field, or leave it out with null. */
  fill(name: string, value: string | null): void {
    const others = Object.entries(this._values).filter(([other]) => other !== name);
    this._values = Object.fromEntries(value === null ? others : [...others, [name, value]]);
    if (this._field === name) {
      [this._error, this._field] = [null, null];
    }
    this._changed.emit();
  }

  /** Keep no secret: it was given, or nobody asks for it any more. */
  forget(): void {
    if (this.asked.about === 'secret') {
      this._values = {};
    }
  }

  /** Send the answer; the kernel then shows what was decided, or `error` says what is wrong. */
  async answer(ask: Ask, decision: Decision): Promise<void> {
    if (this._isAnswering) {
      return;
    }
    [this._isAnswering, this._error, this._field] = [true, null, null];
    this._changed.emit();
    const content = decision === 'accept' ? { ...this._values } : {};
    const said = await ask({ method: 'answer', question: this.asked.id, decision, content });
    if (said.type === 'failed') {
      [this._isAnswering, this._error, this._field] = [false, said.error, said.field];
    } else {
      this.forget();
    }
    this._changed.emit();
  }
}
