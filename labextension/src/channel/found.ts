/** What a kernel says when it is asked for its workbench, or to load it. */

export const MODULE = 'mcp_workbench';

/** What was found; `words` say why where it failed. */
export interface Found {
  state: 'loaded' | 'not-loaded' | 'not-installed' | 'failed';
  words: string;
}

/** What the value of the expression that asks or loads, or the error instead of it, says. */
export function readFound(value: unknown): Found {
  const { status, data, ename, evalue } = value as {
    status?: unknown;
    data?: Record<string, unknown>;
    ename?: unknown;
    evalue?: unknown;
  };
  if (status === 'ok') {
    return { state: data?.['text/plain'] === 'True' ? 'loaded' : 'not-loaded', words: '' };
  }
  const words = `${String(ename)}: ${String(evalue)}`;
  const isMissing = ename === 'ModuleNotFoundError' && String(evalue).includes(`'${MODULE}'`);
  return { state: isMissing ? 'not-installed' : 'failed', words };
}
