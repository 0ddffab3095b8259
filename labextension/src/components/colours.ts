/** One colour a class: the same as in Python's `draw`. */
import type { DetectionMessage } from '../protocol';

/** petroff10: told apart with every kind of colour vision (arXiv 2107.02270). */
export const PALETTE = [
  '#3f90da',
  '#ffa90e',
  '#bd1f01',
  '#94a4a2',
  '#832db6',
  '#a96b59',
  '#e76300',
  '#b9ac70',
  '#717581',
  '#92dadd'
] as const;

/** A class of detections with its colour and the number of its members. */
export interface DetectionClass {
  name: string;
  colour: string;
  count: number;
}

/** The name of a detection's class; those without a label are one class. */
export function className(detection: DetectionMessage): string {
  return detection.label ?? '';
}

/** The classes, sorted as Python sorts strings; a colour is its class's place in that order. */
export function classesOf(detections: readonly DetectionMessage[]): Map<string, DetectionClass> {
  const counts = new Map<string, number>();
  for (const detection of detections) {
    const name = className(detection);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts.keys()].sort(byCodePoint);
  return new Map(
    names.map((name, index) => [
      name,
      { name, colour: colourAt(index), count: counts.get(name) ?? 0 }
    ])
  );
}

/** Black or white, whichever is easier to read on `colour` (WCAG 2.2, contrast ratio). */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const light = luminance(colour);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

function colourAt(index: number): string {
  return PALETTE[index % PALETTE.length] ?? PALETTE[0];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// JavaScript sorts by UTF-16 units, Python by code points; they differ beyond the basic plane
function byCodePoint(one: string, other: string): number {
  const [ones, others] = [Array.from(one), Array.from(other)];
  for (let index = 0; index < Math.min(ones.length, others.length); index += 1) {
    const difference = (ones[index]?.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return ones.length - others.length;
}
