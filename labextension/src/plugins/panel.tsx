import { ILayoutRestorer } from '@jupyterlab/application';
import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { ReactWidget } from '@jupyterlab/ui-components';
import type { JSX } from 'react';
import type { Notebooks } from '../model/notebooks';
import { icon } from './icon';
import { INotebooks } from './notebooks';

const COMMAND = 'mcp-workbench:open';
/** Below the table of contents and the extension manager. */
const RANK = 900;

class PanelWidget extends ReactWidget {
  private readonly _notebooks: Notebooks;
  private _view: JSX.Element | null = null;

  constructor(notebooks: Notebooks) {
    super();
    this._notebooks = notebooks;
    this.id = 'mcp-workbench-panel';
    this.addClass('mcpw-Panel');
    this.title.icon = icon;
    this.title.caption = 'MCP';
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', 'MCP servers');
  }

  protected override onBeforeShow(): void {
    void this._load();
  }

  protected override onBeforeAttach(): void {
    if (!this.isHidden) {
      void this._load();
    }
  }

  protected override render(): JSX.Element | null {
    return this._view;
  }

  private async _load(): Promise<void> {
    if (this._view === null) {
      this._view = await import('../panel/views').then(
        ({ Panel }) => <Panel notebooks={this._notebooks} />,
        (error: unknown) => (
          <p role="alert">{`The panel cannot be loaded: ${String(error)}. Reload the page.`}</p>
        )
      );
      this.update();
    }
  }
}

/** The sidebar with the servers of the notebook in front. */
export const panel: JupyterFrontEndPlugin<void> = {
  id: 'mcp-workbench:panel',
  description: 'A sidebar with the MCP servers of a notebook, their tools, and testers.',
  autoStart: true,
  requires: [INotebooks],
  optional: [ICommandPalette, ILayoutRestorer],
  activate: (
    app: JupyterFrontEnd,
    notebooks: Notebooks,
    palette: ICommandPalette | null,
    restorer: ILayoutRestorer | null
  ) => {
    const widget = new PanelWidget(notebooks);
    app.shell.add(widget, 'left', { rank: RANK, type: 'MCP' });
    restorer?.add(widget, widget.id);
    app.commands.addCommand(COMMAND, {
      label: 'Show MCP Servers',
      icon,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: () => {
        app.shell.activateById(widget.id);
      }
    });
    palette?.addItem({ command: COMMAND, category: 'MCP' });
  }
};
