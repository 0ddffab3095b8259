import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { IRenderMime } from '@jupyterlab/rendermime-interfaces';
import { ReactWidget } from '@jupyterlab/ui-components';
import type { JSX } from 'react';
import { RESULT_MIME } from '../protocol';
import { reservePlainKeys } from './keys';

/** Before text/html (50) and image/png (90), which the same output carries for other places. */
const RANK = 40;

class ResultRenderer extends ReactWidget implements IRenderMime.IRenderer {
  private _view: JSX.Element | null = null;

  constructor() {
    super();
    this.addClass('mcpw-Output');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const { Output } = await import('../components/Output');
    if (this.isDisposed) {
      return;
    }
    this._view = <Output message={model.data[RESULT_MIME]} />;
    this.update();
    await this.renderPromise;
  }

  protected override render(): JSX.Element | null {
    return this._view;
  }
}

export const renderer: JupyterFrontEndPlugin<void> = {
  id: 'mcp-workbench:renderer',
  description: 'Shows tool results, without a kernel and without trust.',
  autoStart: true,
  requires: [IRenderMimeRegistry],
  activate: (_app: JupyterFrontEnd, registry: IRenderMimeRegistry) => {
    reservePlainKeys(window, '.mcpw-Result');
    registry.addFactory({
      // what a server sent reaches the page as text, picture or sound, never as markup
      safe: true,
      mimeTypes: [RESULT_MIME],
      defaultRank: RANK,
      createRenderer: () => new ResultRenderer()
    });
  }
};
