import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { INotebookTracker } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { Token } from '@lumino/coreutils';
// eslint-disable-next-line jupyter/prefer-lazy-imports -- a cell may ask a person at any time
import { Notebooks } from '../model/notebooks';

export const INotebooks = new Token<Notebooks>(
  'mcp-workbench:INotebooks',
  'The MCP workbenches of the open notebooks.'
);

const ID = 'mcp-workbench:notebooks';

/** Connects each notebook that is looked at to the workbench of its kernel. */
export const notebooks: JupyterFrontEndPlugin<Notebooks> = {
  id: ID,
  description: 'Connects notebooks to the MCP workbenches of their kernels.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [ISettingRegistry],
  provides: INotebooks,
  activate: (
    _app: JupyterFrontEnd,
    tracker: INotebookTracker,
    registry: ISettingRegistry | null
  ) => {
    const settings = registry?.load(ID).catch(() => null);
    return new Notebooks(
      tracker,
      async () => (await settings)?.get('autoLoad').composite !== false
    );
  }
};
