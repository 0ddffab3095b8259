import { expect, test } from 'vitest';
import type { DetectionMessage } from '../protocol';
import { boundsOf, detectionAt } from './geometry';

function at(box: DetectionMessage['box']): DetectionMessage {
  return {
    kind: 'box',
    label: '',
    class_index: 0,
    score: null,
    box,
    polygons: [],
    track_id: null,
    warnings: []
  };
}

test('an outline without box has the box around it', () => {
  const outline: [number, number][] = [
    [5, 1],
    [9, 4],
    [2, 8]
  ];
  expect(boundsOf({ ...at(null), polygons: [outline] })).toEqual([2, 1, 9, 8]);
  expect(boundsOf(at(null))).toBeNull();
});

test('of boxes over each other the smallest is hit', () => {
  const [large, small] = [at([0, 0, 100, 100]), at([40, 40, 60, 60])];
  expect(detectionAt([large, small], 50, 50, 0)).toBe(small);
  expect(detectionAt([small, large], 10, 10, 0)).toBe(large);
  expect(detectionAt([small, large], 101, 10, 0)).toBeNull();
  expect(detectionAt([small, large], 101, 10, 2)).toBe(large);
});
