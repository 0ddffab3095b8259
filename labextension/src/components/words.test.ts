import { expect, test } from 'vitest';
import { coordinateWords, durationWords, sizeWords } from './words';

test('times are read at a glance', () => {
  const words = [0, 0.0184, 0.9996, 2.44, 59.96, 185].map(durationWords);
  expect(words).toEqual(['0 ms', '18 ms', '1.0 s', '2.4 s', '1 min 0 s', '3 min 5 s']);
});

test('sizes are read at a glance', () => {
  const words = [0, 1, 999, 1500, 999_999, 40_000_000].map(sizeWords);
  expect(words).toEqual(['0 bytes', '1 byte', '999 bytes', '1.5 kB', '1.0 MB', '40.0 MB']);
});

test('a coordinate has no more digits than it needs', () => {
  expect([12, 12.04, 12.06, -0.5].map(coordinateWords)).toEqual(['12', '12', '12.1', '-0.5']);
});
