/** Where detections are, in pixels of the picture. */
import type { DetectionMessage } from '../protocol';

/** Left, top, right, bottom. */
export type Bounds = readonly [number, number, number, number];

/** The box of a detection, or the one around its outline; null where it has neither. */
export function boundsOf(detection: DetectionMessage): Bounds | null {
  if (detection.box !== null) {
    return detection.box;
  }
  const points = detection.polygons.flat();
  if (points.length === 0) {
    return null;
  }
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  return bounds;
}

/** The detection under a point: of several the smallest, since it is the hardest to hit. */
export function detectionAt(
  detections: readonly DetectionMessage[],
  x: number,
  y: number,
  reach: number
): DetectionMessage | null {
  let found: DetectionMessage | null = null;
  let smallest = Infinity;
  for (const detection of detections) {
    const bounds = boundsOf(detection);
    if (bounds === null || !isInside(bounds, x, y, reach)) {
      continue;
    }
    const area = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]);
    if (area < smallest) {
      [found, smallest] = [detection, area];
    }
  }
  return found;
}

function isInside(
  [left, top, right, bottom]: Bounds,
  x: number,
  y: number,
  reach: number
): boolean {
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}
