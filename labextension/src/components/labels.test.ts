import { expect, test } from 'vitest';
import type { DetectionMessage } from '../protocol';
import { placeLabels } from './labels';

function at(label: string, x: number, y: number): DetectionMessage {
  const box: DetectionMessage['box'] = [x, y, x + 100, y + 100];
  return {
    kind: 'box',
    label,
    class_index: 0,
    score: 0.5,
    box,
    polygons: [],
    track_id: null,
    warnings: []
  };
}

test('a label stands above its box, and inside where the picture ends', () => {
  const labels = placeLabels([at('a', 100, 200), at('b', 300, 4)], [], 0.5, 400);
  expect(labels.map(({ words, left, top }) => [words, left, top])).toEqual([
    ['a 0.50', 50, 84],
    ['b 0.50', 150, 2]
  ]);
});

test('no label covers another: the second moves inside, the third is left out', () => {
  const boxes = [at('a', 10, 50), at('b', 10, 50), at('c', 10, 50)];
  expect(placeLabels(boxes, [], 1, 400).map(({ words, top }) => [words, top])).toEqual([
    ['a 0.50', 34],
    ['b 0.50', 50]
  ]);
});

test('what is pointed at always has its label', () => {
  const boxes = [at('a', 10, 50), at('b', 10, 50), at('c', 10, 50)];
  const words = placeLabels(boxes, boxes.slice(2), 1, 400).map(label => label.words);
  expect(words).toEqual(['c 0.50', 'a 0.50']);
});

test('a long label is shortened and stays inside the picture', () => {
  const [label] = placeLabels([at('x'.repeat(300), 390, 100)], [], 1, 400);
  expect(label?.words).toHaveLength(28);
  expect(label?.left).toBeLessThan(250);
});
