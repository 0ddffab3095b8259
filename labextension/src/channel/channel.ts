/** The connection of a notebook to its kernel's workbench; all that is said to the kernel goes here. */
import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import type { ISignal } from '@lumino/signaling';
import { HELLO, TARGET } from '../protocol';
import type { OpeningMessage, StateMessage } from '../protocol';
import { readState } from '../reading/reply';
import { find } from './loading';
import { Requests, UPDATE } from './requests';
import type { Answer, Options, Question } from './requests';

/** Milliseconds after which a kernel that has not answered is called busy. */
const SOON = 500;

export type Status =
  /** The notebook has none, or it was shut down. */
  | 'no-kernel'
  /** It died. */
  | 'ended'
  | 'connecting'
  /** It does not answer yet: it starts, or a cell runs. */
  | 'busy'
  | 'other-language'
  | 'not-installed'
  | 'not-loaded'
  /** The words are in `problem`. */
  | 'failed'
  | 'connected';

/**
 * Two comms of one target: requests go over `rpc`, the kernel tells its state over `events`.
 *
 * ipykernel sends a comm's next message to the shell that last sent on it. So nothing is ever sent
 * on `events`, on which cells make the kernel speak: a request there would wait for the cell.
 */
export class Channel {
  private readonly _context: ISessionContext;
  private readonly _mayLoad: () => Promise<boolean>;
  private readonly _changed = new Signal<this, void>(this);
  private _requests: Requests | null = null;
  private _comms: Kernel.IComm[] = [];
  private _status: Status = 'no-kernel';
  private _problem = '';
  private _state: StateMessage | null = null;
  private _isLost = false;
  /** Grows with each attempt to connect; what an earlier one still does is in vain. */
  private _turn = 0;
  private _greetable: Kernel.IKernelConnection | null = null;
  private _wasGreeted = false;
  /** How often the kernel has closed the line since it was last connected anew. */
  private _closings = 0;
  private _timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: ISessionContext, mayLoad: () => Promise<boolean>) {
    this._context = context;
    this._mayLoad = mayLoad;
    context.kernelChanged.connect(this._connect, this);
    context.statusChanged.connect(this._onStatus, this);
    context.connectionStatusChanged.connect(this._onConnection, this);
    context.propertyChanged.connect(this._onProperty, this);
    this._connect();
  }

  /** Status, problem or state have changed. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  get status(): Status {
    return this._status;
  }

  /** What went wrong, in words, where the status is `failed`. */
  get problem(): string {
    return this._problem;
  }

  /** What the kernel last told of itself; null while there is no connection. */
  get state(): StateMessage | null {
    return this._state;
  }

  /** The kernel's answer; a failure is a value too. */
  ask(question: Question, options?: Options): Promise<Answer> {
    const requests = this._requests ?? new Requests(refuse);
    return requests.ask(question, options);
  }

  dispose(): void {
    this._turn++;
    this._drop();
    this._greetable?.removeCommTarget(HELLO, this._onHello);
    Signal.disconnectReceiver(this);
    Signal.clearData(this);
  }

  private readonly _onStatus = (_: unknown, status: Kernel.Status): void => {
    if (status === 'restarting' || status === 'autorestarting') {
      this._turn++;
      this._drop(dispose);
      this._isLost = true;
      this._set('connecting');
    } else if (status === 'dead' || status === 'terminating') {
      this._turn++;
      this._drop(dispose);
      this._set(status === 'dead' ? 'ended' : 'no-kernel');
    } else if (this._isLost && (status === 'idle' || status === 'busy')) {
      this._connect();
    }
  };

  private readonly _onConnection = (_: unknown, status: Kernel.ConnectionStatus): void => {
    if (status !== 'connected') {
      this._isLost ||= this._comms.length > 0;
    } else if (this._isLost && this._context.session?.kernel?.status !== 'restarting') {
      // what the kernel told meanwhile is lost: it tells its state to a new pair of comms
      this._connect();
    }
  };

  private readonly _onProperty = (_: unknown, property: string): void => {
    if (property === 'path' && this._comms.length > 0) {
      // the notebook has moved, and with it the place where files are looked for
      void this.ask({ method: 'moved', notebook: localPath(this._context.path) });
    }
  };

  private readonly _onHello = (): void => {
    this._wasGreeted = true;
    if (!['connected', 'connecting', 'busy'].includes(this._status)) {
      this._connect();
    }
  };

  private readonly _connect = (): void => {
    this._closings = 0;
    this._begin(this._mayLoad);
  };

  private _begin(mayLoad: () => Promise<boolean>): void {
    const turn = ++this._turn;
    this._drop();
    this._isLost = this._wasGreeted = false;
    const kernel = this._context.session?.kernel ?? null;
    this._listen(kernel);
    if (kernel === null) {
      this._set('no-kernel');
      return;
    }
    this._set('connecting');
    this._timer = setTimeout(() => {
      this._set('busy');
    }, SOON);
    this._reach(kernel, turn, mayLoad).catch((error: unknown) => {
      this._fail(turn, 'failed', String(error));
    });
  }

  /** Hear when a cell loads the extension. */
  private _listen(kernel: Kernel.IKernelConnection | null): void {
    if (kernel !== this._greetable) {
      this._greetable?.removeCommTarget(HELLO, this._onHello);
      kernel?.registerCommTarget(HELLO, this._onHello);
      this._greetable = kernel;
    }
  }

  private async _reach(
    kernel: Kernel.IKernelConnection,
    turn: number,
    mayLoad: () => Promise<boolean>
  ): Promise<void> {
    const info = await kernel.info;
    if (info.language_info.name !== 'python') {
      this._fail(turn, 'other-language');
    } else if (!kernel.handleComms) {
      this._fail(turn, 'failed', 'another view of this notebook holds the line to the kernel');
    } else if (turn === this._turn) {
      const { state, words } = await find(kernel, await mayLoad());
      if (state === 'loaded' && this._closings > 1) {
        this._fail(turn, 'failed', CROWDED);
      } else if (state === 'loaded' || this._wasGreeted) {
        await this._open(kernel, turn);
      } else {
        this._fail(turn, state, words);
      }
    }
  }

  private async _open(kernel: Kernel.IKernelConnection, turn: number): Promise<void> {
    if (turn !== this._turn) {
      return;
    }
    const [rpc, events] = [kernel.createComm(TARGET), kernel.createComm(TARGET)];
    // before its subshell exists, a comm's messages go to the main shell and wait for the cell
    await Promise.all([subshellOf(rpc, kernel), subshellOf(events, kernel)]);
    if (turn !== this._turn) {
      rpc.dispose();
      events.dispose();
      return;
    }
    const requests = new Requests(request => rpc.send({ ...request }));
    this._comms = [rpc, events];
    this._requests = requests;
    rpc.onMsg = ({ content }: KernelMessage.ICommMsgMsg) => {
      requests.receive(content.data);
    };
    events.onMsg = ({ content }: KernelMessage.ICommMsgMsg) => {
      this._receive(content.data, turn);
    };
    rpc.onClose = events.onClose = () => {
      this._onClose(turn);
    };
    rpc.open({ ...opening('rpc'), notebook: localPath(this._context.path) });
    events.open({ ...opening('events') });
  }

  private _receive(message: unknown, turn: number): void {
    const state = readState(message);
    if (turn !== this._turn) {
      return;
    }
    if (typeof state === 'string') {
      this._fail(turn, 'failed', `${state}\nhint: ${UPDATE}`);
    } else if (this._state === null || state.revision >= this._state.revision) {
      this._state = state;
      this._set('connected');
    }
  }

  /**
   * The kernel has closed a comm: the extension was taken out, knows no such target, or has given
   * this page up for others. Only that last line is opened anew, and once: else the two would
   * take it from each other for ever.
   */
  private _onClose(turn: number): void {
    if (this._state === null) {
      this._fail(turn, 'failed', `mcp-workbench in this kernel knows no panel\nhint: ${UPDATE}`);
    } else if (turn === this._turn) {
      this._closings++;
      this._begin(() => Promise.resolve(false));
    }
  }

  /** End the attempt to connect, unless another one has begun. */
  private _fail(turn: number, status: Status, words = ''): void {
    if (turn === this._turn) {
      this._turn++;
      this._drop();
      this._set(status, words);
    }
  }

  private _drop(end: (comm: Kernel.IComm) => void = close): void {
    clearTimeout(this._timer);
    const [comms, requests] = [this._comms, this._requests];
    [this._comms, this._requests, this._state] = [[], null, null];
    for (const comm of comms) {
      comm.onClose = comm.onMsg = () => undefined;
      end(comm);
    }
    requests?.end('The kernel, or the connection to it, ended before it answered.');
  }

  private _set(status: Status, problem = ''): void {
    if (status !== 'busy' && status !== 'connecting') {
      clearTimeout(this._timer);
    }
    [this._status, this._problem] = [status, problem];
    this._changed.emit();
  }
}

const CROWDED =
  'its kernel has closed the line to this page again, as too many pages are open\nhint: close those that you do not need, then reload this one';

function opening(channel: OpeningMessage['channel']): OpeningMessage {
  return { version: 1, channel };
}

/** A path without the drive of the contents manager, such as `RTC:`. */
function localPath(path: string): string {
  return path.replace(/^[^/:]+:/, '');
}

function refuse(): never {
  throw new Error('there is no connection');
}

/** Forget a comm of a kernel that is gone. */
function dispose(comm: Kernel.IComm): void {
  comm.dispose();
}

/** Tell the kernel where that is still possible; a disposed comm can say nothing. */
function close(comm: Kernel.IComm): void {
  try {
    comm.close();
  } catch {
    comm.dispose();
  }
}

/** Wait until a comm has its subshell, where JupyterLab gives it one. */
async function subshellOf(comm: Kernel.IComm, kernel: Kernel.IKernelConnection): Promise<void> {
  const { subshellStarted, commsOverSubshells } = comm as unknown as {
    subshellStarted?: Promise<void>;
    commsOverSubshells?: string;
  };
  if (kernel.supportsSubshells && commsOverSubshells !== 'disabled') {
    await subshellStarted?.catch(() => undefined); // then on the main shell
  }
}
