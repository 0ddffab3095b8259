// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { Channel } from './channel';
import { Session as Kernels, state } from './session.testing';

/** A session with the channel to its kernel. */
class Session extends Kernels {
  readonly channel = new Channel(this.context, () => Promise.resolve(true));
}

async function connected(): Promise<Session> {
  const session = new Session();
  await session.answer();
  session.open[1]?.tell(state(1, 'demo'));
  expect(session.channel.status).toBe('connected');
  return session;
}

test('a kernel that was found is spoken to over two comms, and told is what it says', async () => {
  const { channel, open } = await connected();
  expect(open.map(({ sent }) => sent)).toEqual([
    [{ version: 1, channel: 'rpc', notebook: 'books/a.ipynb' }],
    [{ version: 1, channel: 'events' }]
  ]);
  open[1]?.tell(state(3, 'demo', 'time'));
  open[1]?.tell(state(2));
  expect(channel.state?.servers.map(({ name }) => name)).toEqual(['demo', 'time']);
});

test('a notebook that has moved says where it is now, over the line that is there [CFG-17]', async () => {
  const session = await connected();
  session.path = 'other/b.ipynb';
  session.propertyChanged.emit('name');
  expect(session.comms).toHaveLength(2);
  const call = session.channel.ask({ method: 'tools', server: 'demo' });
  session.propertyChanged.emit('path');
  const [rpc] = session.open;
  expect(rpc?.sent[2]).toMatchObject({ method: 'moved', notebook: 'other/b.ipynb' });
  rpc?.tell({ id: rpc.sent[2]?.['id'], type: 'done' });
  rpc?.tell({ id: rpc.sent[1]?.['id'], type: 'done' });
  expect(await call).toMatchObject({ type: 'done' }); // what runs goes on
  expect(session.comms).toHaveLength(2);
});

test('a greeting while it connects, and one after that, open no second pair', async () => {
  const session = new Session();
  session.hello();
  await session.answer('False'); // asked just before the cell had loaded it
  expect(session.open).toHaveLength(2);
  session.open[1]?.tell(state(1));
  session.hello();
  await new Promise(resolve => setTimeout(resolve));
  expect(session.comms).toHaveLength(2);
});

test('a restart while it connects leaves one pair, that of the new kernel', async () => {
  const session = new Session();
  session.statusChanged.emit('restarting');
  session.statusChanged.emit('idle');
  await session.answer();
  expect(session.open).toHaveLength(2);
  expect(session.comms).toHaveLength(2);
});

test('a restart ends what was asked, and a late word of the old kernel changes nothing', async () => {
  const session = await connected();
  const [rpc, events] = session.open;
  const answer = session.channel.ask({ method: 'tools', server: 'demo' });
  session.statusChanged.emit('restarting');
  expect(await answer).toMatchObject({ type: 'failed', error: { code: 'no_kernel' } });
  rpc?.tell({ id: String(rpc.sent[1]?.id), type: 'done' });
  events?.tell(state(9, 'late'));
  expect([session.channel.status, session.channel.state]).toEqual(['connecting', null]);
});

test('a line that the kernel gave up is opened anew where it still has the extension, once', async () => {
  const session = await connected();
  const call = session.channel.ask({ method: 'tools', server: 'demo' });
  session.comms[0]?.onClose();
  expect(await call).toMatchObject({ error: { code: 'no_kernel' } });
  await session.answer();
  session.open[1]?.tell(state(7, 'demo'));
  expect([session.channel.status, session.comms.length]).toEqual(['connected', 4]);
  session.open[0]?.onClose();
  await session.answer();
  expect([session.channel.status, session.comms.length]).toEqual(['failed', 4]);
  expect(session.channel.problem).toContain('too many pages are open');
});

test('a line that ended with the extension is not opened anew', async () => {
  const session = await connected();
  session.comms[1]?.onClose();
  await session.answer('False');
  expect([session.channel.status, session.comms.length]).toEqual(['not-loaded', 2]);
});

test('once disposed of, it opens nothing and says nothing', async () => {
  const session = new Session();
  let changes = 0;
  session.channel.changed.connect(() => changes++);
  session.channel.dispose();
  await new Promise(resolve => setTimeout(resolve));
  session.statusChanged.emit('idle');
  expect([session.comms.length, changes]).toEqual([0, 0]);
  expect(await session.channel.ask({ method: 'tools', server: 'demo' })).toMatchObject({
    error: { code: 'no_kernel' }
  });
});

test('a line that breaks before the kernel has told its state is opened anew', async () => {
  const session = new Session();
  await session.answer();
  session.connectionStatusChanged.emit('disconnected');
  session.connectionStatusChanged.emit('connected');
  await session.answer();
  expect(session.comms).toHaveLength(4);
  expect(session.open).toHaveLength(2);
});

test('a kernel of another version is told with what to do', async () => {
  const session = new Session();
  await session.answer();
  session.open[1]?.tell({ ...state(1), version: 2, package: '9.0' });
  expect(session.channel.status).toBe('failed');
  expect(session.channel.problem).toContain('mcp-workbench "9.0" in the kernel');
  expect(session.channel.problem).toContain('hint: the kernel and this page have different');
  expect(session.open).toEqual([]);
});
