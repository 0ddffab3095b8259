// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Data } from '../channel/session.testing';
import { Session, state } from '../channel/session.testing';
import type { FormMessage } from '../protocol';
import { Workbench } from './workbench';

function tool(name: string, server = 'demo'): FormMessage {
  const words = { label: name, title: '', description: '' };
  return { server, tool: name, ...words, read_only: true, destructive: false, fields: [] };
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
    rpc?.tell({
      id: rpc.sent[count - 1]?.['id'],
      type: 'tools',
      tools: names.map(name => tool(name)),
      omitted: []
    });
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

test('a list of tools that comes late throws nobody out of where they are by then', async () => {
  const session = new Session();
  const workbench = new Workbench(session.context, () => Promise.resolve(true));
  await session.answer();
  const [rpc, events] = session.open;
  events?.tell(state(1, 'slow', 'demo'));
  const late = workbench.act('slow', 'tools');
  const soon = workbench.act('demo', 'tools');
  const tell = (index: number, one: FormMessage): void => {
    rpc?.tell({ id: rpc.sent[index]?.['id'], type: 'tools', tools: [one], omitted: ['huge'] });
  };
  tell(2, tool('echo'));
  await soon;
  expect(workbench.place?.omitted).toEqual(['huge']);
  workbench.open(tool('echo'));
  tell(1, tool('other', 'slow'));
  await late;
  expect(workbench.place).toMatchObject({ server: 'demo', trial: { form: tool('echo') } });
  workbench.dispose();
});

test('a list that could not be fetched anew is asked for again', async () => {
  const session = new Session();
  const workbench = new Workbench(session.context, () => Promise.resolve(true));
  await session.answer();
  const [rpc, events] = session.open;
  const reply = (fields: Data): void => {
    rpc?.tell({ id: rpc.sent.at(-1)?.['id'], ...fields });
  };
  events?.tell(edition(1, 1));
  const opened = workbench.act('demo', 'tools');
  reply({ type: 'tools', tools: [tool('echo')], omitted: [] });
  await opened;
  events?.tell(edition(2, 2));
  events?.tell(edition(3, 2)); // it is asked for already
  expect(rpc?.sent).toHaveLength(3);
  const error = { code: 'mcp_timeout', reason: '', text: 'too late', hint: '' };
  reply({ type: 'failed', error, field: null });
  await vi.waitFor(() => {
    events?.tell(edition(4, 2));
    expect(rpc?.sent).toHaveLength(4);
  });
  reply({ type: 'tools', tools: [tool('newcomer')], omitted: [] });
  await vi.waitFor(() => {
    expect(workbench.place?.tools.map(one => one.tool)).toEqual(['newcomer']);
  });
  workbench.dispose();
});
