/** Puts a line into a notebook as a new cell. */
import type { NotebookPanel } from '@jupyterlab/notebook';

/** Insert a code cell below the one that holds `element`, else below the active one; select it. */
export function insertCell(panel: NotebookPanel, source: string, element: Element | null): void {
  const notebook = panel.content;
  const holder = notebook.widgets.findIndex(
    cell => element !== null && cell.node.contains(element)
  );
  const above = holder < 0 ? notebook.activeCellIndex : holder;
  notebook.model?.sharedModel.insertCell(above + 1, {
    cell_type: 'code',
    source,
    metadata: { trusted: true }
  });
  notebook.activeCellIndex = above + 1;
  notebook.deselectAll();
  notebook.mode = 'command';
  notebook.activate();
  void notebook.scrollToItem(above + 1);
}
