import { expect, test } from 'vitest';
import { readFound } from './found';

function said(text: string): unknown {
  return { status: 'ok', data: { 'text/plain': text } };
}

test('True means that it is loaded', () => {
  expect(readFound(said('True')).state).toBe('loaded');
});

test.each(['False', 'None', ''])('%s means that it is not', text => {
  expect(readFound(said(text)).state).toBe('not-loaded');
});

test('a module that is missing is not installed; another failure is told', () => {
  const error = { status: 'error', ename: 'ModuleNotFoundError' };
  const missing = { ...error, evalue: "No module named 'mcp_workbench'" };
  expect(readFound(missing).state).toBe('not-installed');
  const other = readFound({ ...error, evalue: "No module named 'mcp'" });
  expect(other).toEqual({ state: 'failed', words: "ModuleNotFoundError: No module named 'mcp'" });
});
