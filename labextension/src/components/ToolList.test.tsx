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
  const opened: string[] = [];
  render(<ToolList server="demo" tools={tools} onOpen={({ tool }) => opened.push(tool)} />);
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
