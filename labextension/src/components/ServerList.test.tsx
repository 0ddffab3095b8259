// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ErrorMessage, ServerMessage } from '../protocol';
import { ServerList } from './ServerList';
import type { ServerAction } from './ServerList';

afterEach(cleanup);

const ERROR: ErrorMessage = {
  code: 'launcher_not_found',
  reason: '',
  text: 'there is no uvx',
  hint: 'install uv'
};

function server(fields: Partial<ServerMessage>): ServerMessage {
  return {
    name: 'demo',
    transport: 'stdio',
    address: 'python -m demo',
    origin: 'cell',
    status: 'connected',
    disabled: false,
    protocol_version: '2025-06-18',
    tools: 10,
    listed: 1,
    error: null,
    warnings: [],
    ...fields
  };
}

interface Shown {
  done: string[];
  doing: ServerAction | null;
  error: ErrorMessage | null;
}

function show(servers: ServerMessage[], shown: Partial<Shown> = {}): string[] {
  const { done = [], doing = null, error = null } = shown;
  render(
    <ServerList
      servers={servers}
      doing={name => (name === 'demo' ? doing : null)}
      errorOf={() => error}
      onAct={(name, action) => done.push(`${action} ${name}`)}
      onCancel={name => done.push(`cancel ${name}`)}
    />
  );
  return done;
}

test('a server is told with transport, state and number of tools', () => {
  show([
    server({}),
    server({
      name: 'other',
      tools: null,
      protocol_version: '',
      status: 'registered',
      origin: '.mcp.json'
    })
  ]);
  const [demo, other] = screen.getAllByRole('listitem');
  expect(demo?.textContent).toBe(
    'democonnectedstdio · MCP 2025-06-18 · 10 toolspython -m demoToolsClose'
  );
  expect(other?.textContent).toBe(
    'othernot connected yetstdio · from .mcp.jsonpython -m demoToolsConnect'
  );
});

test('each button acts on its own server', () => {
  const done = show([server({}), server({ name: 'time', status: 'closed' })]);
  for (const name of ['Tools of demo', 'Close demo', 'Connect time', 'Tools of time']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  expect(done).toEqual(['tools demo', 'close demo', 'warm time', 'tools time']);
});

test('what failed is told with what to do, also when only the last action did', () => {
  show([server({ status: 'failed', error: ERROR })]);
  expect(screen.getByRole('group', { name: 'Error' }).textContent).toContain('hint: install uv');
  cleanup();
  show([server({})], { error: { ...ERROR, reason: 'not_found' } });
  expect(screen.queryByText('not_found')).toBeNull(); // the code has said so
  expect(screen.getByRole('alert').textContent).toContain('there is no uvx');
  expect(screen.getByRole('group', { name: 'Error' }).textContent).toContain('there is no uvx');
});

test('while something is done there is progress and a cancel, and nothing else to press', () => {
  const done = show([server({}), server({ name: 'time' })], { doing: 'warm' });
  const row = within(screen.getByRole('listitem', { name: 'demo' }));
  expect(row.getByRole('progressbar', { name: 'Connecting …' })).toBeTruthy();
  const [cancel, ...others] = row.getAllByRole('button');
  expect(others).toEqual([]);
  fireEvent.click(cancel as HTMLElement);
  expect(done).toEqual(['cancel demo']);
});

test('a server that wants a sign-in says so and can be connected again', () => {
  const done = show([server({ status: 'needs_auth' })]);
  expect(screen.getByRole('listitem').textContent).toContain('needs a sign-in');
  fireEvent.click(screen.getByRole('button', { name: 'Connect demo' }));
  expect(done).toEqual(['warm demo']);
});

test('a disabled server cannot be connected', () => {
  show([server({ disabled: true, status: 'registered' })]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connect demo' }).disabled).toBe(
    true
  );
  expect(screen.getByRole('listitem').textContent).toContain('disabled');
});

test('names and warnings that look like markup are text', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const { container } = render(
    <ServerList
      servers={[server({ name: hostile, warnings: [hostile], address: hostile })]}
      doing={() => null}
      errorOf={() => null}
      onAct={() => undefined}
      onCancel={() => undefined}
    />
  );
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByRole('heading', { name: hostile })).toBeTruthy();
});
