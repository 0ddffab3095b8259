import { expect, test } from 'vitest';
import type { DetectionMessage } from '../protocol';
import { classesOf, inkOn, PALETTE } from './colours';

function labelled(label: string | null): DetectionMessage {
  return { kind: 'box', label, score: null, box: null, polygons: [], track_id: null, warnings: [] };
}

test('classes are sorted by name, whatever order they come in, and counted', () => {
  const classes = classesOf(['dog', 'cat', 'dog', null].map(labelled));
  expect([...classes.values()]).toEqual([
    { name: '', colour: '#3f90da', count: 1 },
    { name: 'cat', colour: '#ffa90e', count: 1 },
    { name: 'dog', colour: '#bd1f01', count: 2 }
  ]);
});

test('names beyond the basic plane are sorted as Python sorts them', () => {
  // by UTF-16 units the second would come first
  const names = ['\uff5e', '\u{1f600}', 'a', 'ab'];
  expect([...classesOf(names.map(labelled)).keys()]).toEqual(['a', 'ab', '\uff5e', '\u{1f600}']);
});

test('more classes than colours begin again', () => {
  const names = Array.from({ length: 11 }, (_, index) => String.fromCharCode(97 + index));
  const classes = classesOf(names.map(labelled));
  expect(classes.get('k')?.colour).toBe(classes.get('a')?.colour);
});

test('words on each colour of the palette are easy to read', () => {
  const inks = Object.fromEntries(PALETTE.map(colour => [colour, inkOn(colour)]));
  expect(inks).toMatchObject({ '#ffa90e': '#000000', '#bd1f01': '#ffffff', '#832db6': '#ffffff' });
});
