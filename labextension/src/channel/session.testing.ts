/** A notebook's session and its kernel, for tests: the test says what they do. */
import type { ISessionContext } from '@jupyterlab/apputils';
import type { Kernel } from '@jupyterlab/services';
import { Signal } from '@lumino/signaling';
import { expect, vi } from 'vitest';
import { HELLO } from '../protocol';

export type Data = Record<string, unknown>;

/** One end of a comm, as JupyterLab gives it. */
class Comm {
  sent: Data[] = [];
  isOpen = false;
  onMsg: (message: unknown) => void = () => undefined;
  onClose: () => void = () => undefined;

  open(data: Data): void {
    [this.isOpen, this.sent] = [true, [data]];
  }

  send(data: Data): void {
    this.sent.push(data);
  }

  close(): void {
    this.isOpen = false;
  }

  dispose(): void {
    this.isOpen = false;
  }

  tell(data: Data): void {
    this.onMsg({ content: { data } });
  }
}

/** A notebook's session and its kernel, as JupyterLab gives them; the test says what they do. */
export class Session {
  readonly comms: Comm[] = [];
  readonly kernelChanged = new Signal<this, void>(this);
  readonly statusChanged = new Signal<this, Kernel.Status>(this);
  readonly connectionStatusChanged = new Signal<this, Kernel.ConnectionStatus>(this);
  readonly propertyChanged = new Signal<this, string>(this);
  path = 'RTC:books/a.ipynb';
  private _greet: () => void = () => undefined;
  private _answers: (() => void)[] = [];

  get context(): ISessionContext {
    return this as unknown as ISessionContext;
  }

  /** The extension is found, or not, wherever it was asked for. */
  private _found = 'True';
  readonly session = {
    kernel: {
      info: Promise.resolve({ language_info: { name: 'python' } }),
      handleComms: true,
      supportsSubshells: false,
      isDisposed: false,
      username: '',
      clientId: '',
      registerCommTarget: (name: string, greet: () => void): void => {
        expect(name).toBe(HELLO);
        this._greet = greet;
      },
      removeCommTarget: (): void => undefined,
      createComm: (): Comm => {
        const comm = new Comm();
        this.comms.push(comm);
        return comm;
      },
      sendShellMessage: (): { done: Promise<unknown> } => ({
        done: new Promise(resolve => {
          this._answers.push(() => {
            const found = { status: 'ok', data: { 'text/plain': this._found } };
            resolve({ content: { status: 'ok', user_expressions: { found } } });
          });
        })
      })
    }
  };

  /** A cell loads the extension. */
  hello(): void {
    this._greet();
  }

  /** The kernel answers all that it was asked. */
  async answer(found = this._found): Promise<void> {
    this._found = found;
    await vi.waitFor(() => {
      expect(this._answers.length).toBeGreaterThan(0);
    });
    for (const answer of this._answers.splice(0)) {
      answer();
    }
    await new Promise(resolve => setTimeout(resolve));
  }

  get open(): Comm[] {
    return this.comms.filter(({ isOpen }) => isOpen);
  }
}

export function state(revision: number, ...names: string[]): Data {
  const servers = names.map(name => ({
    name,
    transport: 'stdio',
    address: '',
    origin: 'cell',
    status: 'connected',
    disabled: false,
    protocol_version: '',
    tools: null,
    listed: 0,
    error: null,
    warnings: []
  }));
  return { version: 1, type: 'state', package: '0.1.0', revision, servers };
}
