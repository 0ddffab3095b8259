/** Places labels over a picture so that none hides another. */
import type { DetectionMessage } from '../protocol';
import { boundsOf } from './geometry';
import { beginningOf, labelWords } from './words';

/** A label, in pixels of the screen from the picture's top left corner. */
export interface Label {
  detection: DetectionMessage;
  words: string;
  left: number;
  top: number;
}

const HEIGHT = 16;
const CHARACTER = 7;
const PADDING = 8;
const LONGEST = 28;

/**
 * Labels of `detections`, the first ones first: above the box or else inside its top edge. One that
 * finds no place is left out; those in `always` are placed before the others, whatever they cover.
 *
 * `scale` is screen pixels a picture pixel, `width` the picture's width on the screen.
 */
export function placeLabels(
  detections: readonly DetectionMessage[],
  always: readonly DetectionMessage[],
  scale: number,
  width: number
): Label[] {
  const placed: Label[] = [];
  const rest = detections.filter(detection => !always.includes(detection));
  for (const detection of [...always, ...rest]) {
    const places = placesOf(detection, scale, width);
    const free = places.find(place => !placed.some(other => areTouching(place, other)));
    const place = free ?? (always.includes(detection) ? places[0] : undefined);
    if (place !== undefined) {
      placed.push(place);
    }
  }
  return placed;
}

function placesOf(detection: DetectionMessage, scale: number, width: number): Label[] {
  const bounds = boundsOf(detection);
  const words = beginningOf(labelWords(detection), LONGEST);
  if (bounds === null || words === '') {
    return [];
  }
  const [x, y] = [bounds[0] * scale, bounds[1] * scale];
  const left = Math.max(0, Math.min(x, width - widthOf(words)));
  const tops = y >= HEIGHT ? [y - HEIGHT, y] : [Math.max(0, y)];
  return tops.map(top => ({ detection, words, left, top }));
}

function areTouching(one: Label, other: Label): boolean {
  return (
    Math.abs(one.top - other.top) < HEIGHT &&
    one.left < other.left + widthOf(other.words) &&
    other.left < one.left + widthOf(one.words)
  );
}

function widthOf(words: string): number {
  return words.length * CHARACTER + PADDING;
}
