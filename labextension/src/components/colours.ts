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
  index: number;
  name: string;
  colour: string;
  count: number;
}

/** The colour of a detection: that of its class. */
export function colourOf({ class_index: index }: DetectionMessage): string {
  return PALETTE[index % PALETTE.length] ?? PALETTE[0];
}

/** The classes of `detections` in their order, which is that of their names. */
export function classesOf(detections: readonly DetectionMessage[]): DetectionClass[] {
  const classes = new Map<number, DetectionClass>();
  for (const detection of detections) {
    const { class_index: index, label: name } = detection;
    const known = classes.get(index);
    const count = (known?.count ?? 0) + 1;
    classes.set(
      index,
      known ? { ...known, count } : { index, name, colour: colourOf(detection), count }
    );
  }
  return [...classes.values()].sort((one, other) => one.index - other.index);
}

/** Black or white, whichever is easier to read on `colour` (WCAG 2.2, contrast ratio). */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const light = luminance(colour);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
