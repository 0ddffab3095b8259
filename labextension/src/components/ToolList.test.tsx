// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FormMessage } from '../protocol';
import { ToolList } from './ToolList';

afterEach(cleanup);

function tool(name: string, fields: Partial<FormMessage> = {}): FormMessage {
  return {
    server: 'demo',
    tool: name,
    label: name,
    title: '',
    description: `${name} does something`,
    read_only: false,
    destructive: false,
    fields: [],
    ...fields
  };
}

function show(...tools: FormMessage[]): string[] {
  return showBeside([], ...tools);
}

function showBeside(omitted: string[], ...tools: FormMessage[]): string[] {
  const opened: string[] = [];
  const open = ({ tool }: FormMessage): number => opened.push(tool);
  render(<ToolList server="demo" {...{ tools, omitted }} onOpen={open} />);
  return opened;
}

function names(): string[] {
  return screen.queryAllByRole('button').map(({ textContent }) => textContent);
}

test('a tool is told with its description and its hints, and opens', () => {
  const opened = show(
    tool('echo', { read_only: true }),
    tool('remove', { destructive: true, description: '' })
  );
  expect(names()).toEqual(['echoread-onlyecho does something', 'removedestructive']);
  fireEvent.click(screen.getByRole('button', { name: /^remove/ }));
  expect(opened).toEqual(['remove']);
});

test('the label of a tool is shown, its name is what opens', () => {
  const opened = show(tool('t\u202e', { label: 't\\u202e', description: '' }));
  expect(names()).toEqual(['t\\u202e']);
  fireEvent.click(screen.getByRole('button'));
  expect(opened).toEqual(['t\u202e']);
});

test('tools whose forms are too large are told, and no server seems to be without tools', () => {
  showBeside(['huge']);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('note').textContent).toContain('The form of this tool is too large');
  cleanup();
  showBeside(
    Array.from({ length: 22 }, (_, index) => `t${index.toString()}`),
    tool('echo')
  );
  expect(screen.getByRole('note').textContent).toContain('t19 and 2 others');
});

test('many tools can be searched by all that is said of them', () => {
  show(...['a', 'b', 'c', 'd', 'e', 'f'].map(name => tool(name)), tool('find', { title: 'Codes' }));
  const search = screen.getByRole('searchbox', { name: 'Search the tools of demo' });
  fireEvent.change(search, { target: { value: 'CODES  find' } });
  expect(names()).toEqual(['findfind does something']);
  fireEvent.change(search, { target: { value: 'nothing' } });
  expect(screen.getByRole('status').textContent).toBe('No tool is like “nothing”.');
});

test('a server without tools says so, and there is nothing to search', () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('This server offers no tools.');
  expect(screen.queryByRole('searchbox')).toBeNull();
});
