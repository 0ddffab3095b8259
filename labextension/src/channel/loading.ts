/** Loads the kernel's side of the workbench, or asks whether it is there, without leaving a trace. */
import { KernelMessage } from '@jupyterlab/services';
import type { Kernel } from '@jupyterlab/services';
import { MODULE, readFound } from './found';
import type { Found } from './found';

const ASK = `'McpMagics' in get_ipython().magics_manager.registry`;
const MANAGER = 'get_ipython().extension_manager';
// out of the list of what is loaded again, else a cell with %load_ext would write that it is there
const LOAD = `${ASK} or (${MANAGER}.load_extension('${MODULE}'), ${MANAGER}.loaded.discard('${MODULE}'), ${ASK})[-1]`;

/** Whether the extension is in the kernel, after loading it where `mayLoad`. */
export async function find(kernel: Kernel.IKernelConnection, mayLoad: boolean): Promise<Found> {
  const subshell = kernel.supportsSubshells ? await createSubshell(kernel) : null;
  try {
    return readFound(await evaluate(kernel, mayLoad ? LOAD : ASK, subshell));
  } finally {
    if (subshell !== null && !kernel.isDisposed) {
      kernel.requestDeleteSubshell({ subshell_id: subshell }, true);
    }
  }
}

async function createSubshell(kernel: Kernel.IKernelConnection): Promise<string> {
  return (await kernel.requestCreateSubshell({}).done).content.subshell_id;
}

/**
 * The value of an expression. It runs no code, so no cell is counted and no traceback is written; on
 * a subshell no running cell delays it.
 */
async function evaluate(
  kernel: Kernel.IKernelConnection,
  expression: string,
  subshell: string | null
): Promise<unknown> {
  const message = KernelMessage.createMessage<KernelMessage.IExecuteRequestMsg>({
    msgType: 'execute_request',
    channel: 'shell',
    username: kernel.username,
    session: kernel.clientId,
    ...(subshell === null ? {} : { subshellId: subshell }),
    content: {
      code: '',
      silent: true,
      store_history: false,
      user_expressions: { found: expression },
      // false would take `input` from a cell that runs meanwhile
      allow_stdin: true,
      stop_on_error: false
    }
  });
  const reply = await kernel.sendShellMessage<'execute_request'>(message, true, true).done;
  const { content } = reply as KernelMessage.IExecuteReplyMsg;
  return content.status === 'ok' ? content.user_expressions.found : content;
}
