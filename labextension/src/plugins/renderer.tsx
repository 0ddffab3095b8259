import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { ReactWidget } from '@jupyterlab/ui-components';
import type { JSX } from 'react';
import type { Notebooks } from '../model/notebooks';
import type { Trials } from '../panel/Live';
import { RESULT_MIME } from '../protocol';
import { reserveKeys } from './keys';
import { INotebooks } from './notebooks';

/** Before text/html (50) and image/png (90), which the same output carries for other places. */
const RANK = 40;

class ViewRenderer extends ReactWidget implements IRenderMime.IRenderer {
  private readonly _notebooks: Notebooks | null;
  private _view: (() => JSX.Element) | null = null;
  private _trials: Trials | null = null;

  constructor(notebooks: Notebooks | null) {
    super();
    this._notebooks = notebooks;
    this.addClass('mcpw-Output');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const message = model.data[RESULT_MIME];
    const { AtRest, Live, Output, Trials } = await import('../panel/views');
    if (this.isDisposed) {
      return;
    }
    this._trials ??= new Trials();
    const [trials, notebooks, node] = [this._trials, this._notebooks, this.node];
    this._view = () => (
      <Output
        message={message}
        live={view =>
          notebooks === null ? (
            <AtRest view={view} trials={trials} />
          ) : (
            <Live view={view} trials={trials} node={node} notebooks={notebooks} />
          )
        }
      />
    );
    this.update();
    await this.renderPromise;
  }

  protected override render(): JSX.Element | null {
    // made anew each time: where it is attached says which notebook it belongs to
    return this._view?.() ?? null;
  }
}

export const renderer: JupyterFrontEndPlugin<void> = {
  id: 'mcp-workbench:renderer',
  description: 'Shows tool results, without a kernel and without trust.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [INotebooks],
  activate: (_app: JupyterFrontEnd, registry: IRenderMimeRegistry, notebooks: Notebooks | null) => {
    reserveKeys(window, '.mcpw-Output', '.mcpw-Tester, .mcpw-Question');
    registry.addFactory({
      // what a server sent reaches the page as text, picture or sound, never as markup
      safe: true,
      mimeTypes: [RESULT_MIME],
      defaultRank: RANK,
      createRenderer: () => new ViewRenderer(notebooks)
    });
  }
};
