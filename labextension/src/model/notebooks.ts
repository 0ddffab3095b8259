/** One workbench for each open notebook, made when it is first looked at. */
import type { INotebookTracker, NotebookPanel } from '@jupyterlab/notebook';
import { Signal } from '@lumino/signaling';
import type { ISignal } from '@lumino/signaling';
import { Workbench } from './workbench';

export class Notebooks {
  private readonly _tracker: INotebookTracker;
  private readonly _mayLoad: () => Promise<boolean>;
  private readonly _workbenches = new WeakMap<NotebookPanel, Workbench>();
  private readonly _changed = new Signal<this, void>(this);

  constructor(tracker: INotebookTracker, mayLoad: () => Promise<boolean>) {
    this._tracker = tracker;
    this._mayLoad = mayLoad;
    tracker.currentChanged.connect(this._onCurrent, this);
    tracker.widgetAdded.connect(this._onCurrent, this);
    this._onCurrent();
  }

  /** Another notebook is in front, or there is one more. */
  get changed(): ISignal<this, void> {
    return this._changed;
  }

  /** The notebook in front, or the last one that was. */
  get current(): NotebookPanel | null {
    return this._tracker.currentWidget;
  }

  /** The notebook that holds an element of the page. */
  around(element: Element): NotebookPanel | null {
    return this._tracker.find(panel => panel.node.contains(element)) ?? null;
  }

  of(panel: NotebookPanel): Workbench {
    let workbench = this._workbenches.get(panel);
    if (workbench === undefined) {
      workbench = new Workbench(panel.sessionContext, this._mayLoad);
      this._workbenches.set(panel, workbench);
      const made = workbench;
      panel.disposed.connect(() => {
        made.dispose();
      });
    }
    return workbench;
  }

  private readonly _onCurrent = (): void => {
    if (this.current !== null) {
      // at once, not only when the panel is shown: cells may ask a person
      this.of(this.current);
    }
    this._changed.emit();
  };
}
