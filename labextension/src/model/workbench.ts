/** What one notebook's panel shows: the servers of its kernel, what is done to them, the open tool. */
import type { ISessionContext } from '@jupyterlab/apputils';
import { Signal } from '@lumino/signaling';
import type { ISignal } from '@lumino/signaling';
import { Channel } from '../channel/channel';
import type { Answer, Options, Question } from '../channel/requests';
import type { ErrorMessage, FormMessage, ServerMessage } from '../protocol';
import { Trial } from './trial';

export type Action = 'warm' | 'close' | 'tools';

/** Something that is done to a server, and can be cancelled. */
export interface Doing {
  action: Action;
  abort: AbortController;
}

/** Where the panel is: at the servers, at the tools of one, at one tool. */
export interface Place {
  server: string;
  tools: readonly FormMessage[];
  /** Tools whose forms are too large to be sent here. */
  omitted: readonly string[];
  /** Which edition of the server's tools they are. */
  listed: number;
  trial: Trial | null;
}

export class Workbench {
  readonly channel: Channel;
  private readonly _changed = new Signal<this, void>(this);
  private readonly _doing = new Map<string, Doing>();
  /** Why the last thing done to a server failed, and the status that the server had then. */
  private readonly _errors = new Map<string, { error: ErrorMessage; status: string | null }>();
  private readonly _trials = new Map<string, Trial>();
  /** Editions of tools that are asked for at the moment. */
  private readonly _asked = new Set<string>();
  private _place: Place | null = null;
  private _known: string[] = [];
  private _lost: string[] = [];
  /** Whether the next state is the first that a kernel tells. */
  private _isNew = true;

  constructor(context: ISessionContext, mayLoad: () => Promise<boolean>) {
    this.channel = new Channel(context, mayLoad);
    this.channel.changed.connect(this._onChannel, this);
  }

  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get servers(): readonly ServerMessage[] {
    return this.channel.state?.servers ?? [];
  }

  /** Servers that were there before the kernel ended, and are not yet there again. */
  get lost(): readonly string[] {
    return this._lost;
  }

  get place(): Place | null {
    return this._place;
  }

  doing(server: string): Doing | null {
    return this._doing.get(server) ?? null;
  }

  /** Why the last thing done to a server failed; null once something else has become of it. */
  errorOf(server: string): ErrorMessage | null {
    const { error = null, status } = this._errors.get(server) ?? {};
    return status === this._statusOf(server) ? error : null;
  }

  readonly ask = (question: Question, options?: Options): Promise<Answer> =>
    this.channel.ask(question, options);

  /** Connect a server, close it, or open the list of its tools. */
  async act(server: string, action: Action): Promise<void> {
    if (this._doing.has(server)) {
      return;
    }
    const from = this._place;
    const abort = new AbortController();
    this._doing.set(server, { action, abort });
    this._errors.delete(server);
    this._changed.emit();
    const answer = await this.ask(
      { method: action, server },
      { signal: abort.signal, patience: Infinity }
    );
    this._doing.delete(server);
    if (answer.type === 'failed' && answer.error.code !== 'mcp_cancelled') {
      this._errors.set(server, { error: answer.error, status: this._statusOf(server) });
    } else if (answer.type === 'tools' && this._place === from) {
      // a person who has gone elsewhere meanwhile stays there
      const { tools, omitted } = answer;
      this._place = { server, tools, omitted, listed: this._listed(server), trial: null };
    }
    this._changed.emit();
  }

  /** Ask again for the tools that are shown, where the server has others by now. */
  private async _refresh(): Promise<void> {
    const place = this._place;
    if (place === null || place.trial !== null || this._statusOf(place.server) !== 'connected') {
      return;
    }
    const listed = this._listed(place.server);
    const edition = JSON.stringify([place.server, listed]);
    if (listed === place.listed || this._asked.has(edition)) {
      return;
    }
    this._asked.add(edition);
    const answer = await this.ask({ method: 'tools', server: place.server });
    this._asked.delete(edition);
    const now = this.place; // another one by now, or none
    if (answer.type === 'tools' && now?.server === place.server) {
      const { tools, omitted } = answer;
      this._place = { ...now, tools, omitted, listed };
      this._changed.emit();
    }
  }

  private _listed(server: string): number {
    return this.servers.find(({ name }) => name === server)?.listed ?? 0;
  }

  /** Open one tool's tester; what was filled in before is still there. */
  open(form: FormMessage): void {
    if (this._place === null) {
      return;
    }
    const name = JSON.stringify([form.server, form.tool]);
    let trial = this._trials.get(name);
    if (trial === undefined || JSON.stringify(trial.form) !== JSON.stringify(form)) {
      trial = new Trial(form, trial?.attempt.values);
      this._trials.set(name, trial);
    }
    this._place = { ...this._place, trial };
    this._changed.emit();
  }

  /** Go back by one step. */
  back(): void {
    this._place =
      this._place === null || this._place.trial === null ? null : { ...this._place, trial: null };
    this._changed.emit();
    void this._refresh();
  }

  dispose(): void {
    this.channel.dispose();
    Signal.disconnectReceiver(this);
    Signal.clearData(this);
  }

  private _statusOf(server: string): string | null {
    return this.servers.find(({ name }) => name === server)?.status ?? null;
  }

  private readonly _onChannel = (): void => {
    if (this.channel.status === 'connected') {
      const names = this.servers.map(server => server.name);
      const before = this._isNew ? [...this._lost, ...this._known] : this._lost;
      this._lost = [...new Set(before)].filter(name => !names.includes(name));
      if (this._isNew) {
        this._errors.clear(); // they are those of another connection
      }
      this._isNew = false;
      this._known = names;
      void this._refresh();
    } else {
      this._isNew = true;
    }
    this._changed.emit();
  };
}
