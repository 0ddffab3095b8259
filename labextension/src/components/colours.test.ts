import { expect, test } from 'vitest';
import type { DetectionMessage } from '../protocol';
import { classesOf, colourOf, inkOn, PALETTE } from './colours';

function ofClass(class_index: number, label: string): DetectionMessage {
  const nothing = { score: null, box: null, polygons: [], track_id: null, warnings: [] };
  return { kind: 'box', label, class_index, ...nothing };
}

test('classes are in their order whatever order detections come in, and counted', () => {
  const found = [ofClass(4, 'dog'), ofClass(1, '#7'), ofClass(4, 'dog'), ofClass(0, '')];
  expect(classesOf(found)).toEqual([
    { index: 0, name: '', colour: '#3f90da', count: 1 },
    { index: 1, name: '#7', colour: '#ffa90e', count: 1 },
    { index: 4, name: 'dog', colour: '#832db6', count: 2 }
  ]);
});

test('more classes than colours begin again; what is no place in the palette has a colour', () => {
  expect(colourOf(ofClass(10, 'k'))).toBe(colourOf(ofClass(0, 'a')));
  expect(PALETTE).toContain(colourOf(ofClass(0.5, 'from a stranger')));
});

test('words on each colour of the palette are easy to read', () => {
  const inks = Object.fromEntries(PALETTE.map(colour => [colour, inkOn(colour)]));
  expect(inks).toMatchObject({ '#ffa90e': '#000000', '#bd1f01': '#ffffff', '#832db6': '#ffffff' });
});
