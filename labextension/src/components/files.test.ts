// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { addressOf, bytesOf, readFile } from './files';

test('a file is read as base64', async () => {
  expect(await readFile(new Blob(['hello']))).toBe('aGVsbG8=');
  expect(await readFile(new Blob([]))).toBe('');
});

test.each([
  ['aGVsbG8=', 5],
  ['data:text/plain;base64,aGVsbG8=', 5],
  ['aGVsbG9v', 6],
  ['', 0]
])('the bytes of %s are counted', (base64, bytes) => {
  expect(bytesOf(base64)).toBe(bytes);
});

test('a picture is known by its first bytes, whatever it is called', () => {
  expect(addressOf('/9j/4AAQ')).toBe('data:image/jpeg;base64,/9j/4AAQ');
  expect(addressOf('data:text/html;base64,iVBORw0KGgoAAA')).toBe(
    'data:image/png;base64,iVBORw0KGgoAAA'
  );
  expect(addressOf('PHN2Zz4=')).toBeNull();
  expect(addressOf('nonsense')).toBeNull();
});
