/** Why there is nothing to see or to run, and what to do, for each state of a notebook's channel. */
import type { Channel, Status } from '../channel/channel';
import type { Workbench } from '../model/workbench';

export interface Explanation {
  title: string;
  advice: string;
  /** Lines for cells that help. */
  cells: readonly string[];
}

type Absence = Exclude<Status, 'connected' | 'failed'> | 'no-notebook';

const ABSENCES: Record<Absence, Explanation> = {
  'no-notebook': {
    title: 'No notebook is open',
    advice: 'Open a notebook: the MCP servers of its kernel are listed here.',
    cells: []
  },
  'no-kernel': {
    title: 'This notebook has no kernel',
    advice: 'Choose one in the menu: Kernel › Change Kernel…',
    cells: []
  },
  ended: {
    title: 'The kernel has died',
    advice:
      'Restart it in the menu: Kernel › Restart Kernel…, then run the cells that connect servers. What you filled in is kept.',
    cells: []
  },
  connecting: { title: 'Connecting to the kernel …', advice: '', cells: [] },
  busy: {
    title: 'The kernel is busy',
    advice:
      'It is starting, or a cell runs that began before the page was loaded. This connects as soon as the kernel answers; where the cell waits for you, stop it (■) and run it again.',
    cells: []
  },
  'other-language': {
    title: 'This is no Python kernel',
    advice: 'MCP servers are connected to Python kernels.',
    cells: []
  },
  'not-installed': {
    title: 'mcp-workbench is not installed in this kernel',
    advice: 'Install it with a cell, then load it with another:',
    cells: ['%pip install mcp-workbench', '%load_ext mcp_workbench']
  },
  'not-loaded': {
    title: 'mcp-workbench is not loaded in this kernel',
    advice: 'Load it with a cell:',
    cells: ['%load_ext mcp_workbench']
  }
};

export const NO_NOTEBOOK = ABSENCES['no-notebook'];

export const NO_SERVERS: Explanation = {
  title: 'No servers yet',
  advice: 'Connect one with a cell. The demo server is part of the package:',
  cells: ['%mcp connect demo']
};

/** Null where the channel is connected. */
export function explain({ status, problem }: Channel): Explanation | null {
  if (status === 'connected') {
    return null;
  }
  return status === 'failed'
    ? { title: 'The kernel’s workbench cannot be reached', advice: problem, cells: [] }
    : ABSENCES[status];
}

/** The same in a sentence for a place that has no room; null where the channel is connected. */
export function obstacleOf(channel: Channel): string | null {
  const explanation = explain(channel);
  if (explanation === null) {
    return null;
  }
  const { title, advice, cells } = explanation;
  const sentence = title.endsWith('…') ? title : `${title}.`;
  return [sentence, advice, cells.join(', ')].filter(part => part !== '').join(' ');
}

/** Why the tools of a server cannot be called over a channel that is connected; null where they can. */
export function absenceOf(server: string, { servers, lost }: Workbench): string | null {
  if (servers.some(({ name }) => name === server)) {
    return null;
  }
  return lost.includes(server)
    ? `The kernel was started anew, and ${server} is no longer connected: run the cell that connects it.`
    : `${server} is not connected in this kernel: run the cell that connects it.`;
}

/** Why a question cannot be answered; null where it can. */
export function silenceOf(channel: Channel): string | null {
  // this page has no line yet to a kernel that is busy: it is the question of an earlier one
  return channel.status === 'busy'
    ? 'This question was asked before the page was loaded again, and cannot be answered any more: stop the cell (■), then run it again.'
    : obstacleOf(channel);
}
