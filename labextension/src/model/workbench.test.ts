// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Data } from '../channel/session.testing';
import { Session, state } from '../channel/session.testing';
import type { FormMessage } from '../protocol';
import { Workbench } from './workbench';

function tool(name: string): FormMessage {
  const words = { label: name, title: '', description: '' };
  return { server: 'demo', tool: name, ...words, read_only: true, destructive: false, fields: [] };
}

/** The state in which `demo` has the tools of this edition. */
function edition(revision: number, listed: number): Data {
  const told = state(revision, 'demo');
  return { ...told, servers: (told['servers'] as Data[]).map(one => ({ ...one, listed })) };
}

test('tools that are shown follow the server, those of an open tester when it is left [CON-26]', async () => {
  const session = new Session();
  const workbench = new Workbench(session.context, () => Promise.resolve(true));
  await session.answer();
  const [rpc, events] = session.open;
  const answered = async (...names: string[]): Promise<void> => {
    const count = rpc?.sent.length ?? 0;
    rpc?.tell({ id: rpc.sent[count - 1]?.['id'], type: 'tools', tools: names.map(tool), omitted: [] });
    await vi.waitFor(() => {
      expect(workbench.place?.tools.map(one => one.tool)).toEqual(names);
    });
  };
  events?.tell(edition(1, 1));
  void workbench.act('demo', 'tools');
  await answered('echo');
  events?.tell(edition(2, 1));
  expect(rpc?.sent).toHaveLength(2);
  events?.tell(edition(3, 2));
  expect(rpc?.sent).toHaveLength(3);
  await answered('echo', 'newcomer');
  workbench.open(tool('echo'));
  events?.tell(edition(4, 3));
  expect(rpc?.sent).toHaveLength(3);
  workbench.back();
  expect(rpc?.sent).toHaveLength(4);
  await answered('newcomer');
  workbench.dispose();
});
