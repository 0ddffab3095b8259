/** Reads a result of unknown origin: a notebook is a file that anybody may have written. */
import {
  either,
  exactly,
  isRecord,
  list,
  named,
  nullable,
  number,
  object,
  ofType,
  optional,
  tuple
} from '../checks';
import type { Check } from '../checks';
import type {
  AudioBlock,
  Block,
  CandidateMessage,
  CodeMessage,
  DetectionMessage,
  DetectionsMessage,
  ErrorMessage,
  ImageBlock,
  LinkBlock,
  NoteBlock,
  PictureMessage,
  RecognitionMessage,
  ResourceBlock,
  ResultMessage,
  RowsMessage,
  TextBlock
} from '../protocol';

const text = ofType('string');
const strings = list(text);
const coordinate = number(-Infinity, Infinity);
const count = number(0, Infinity);
const pixels = number(1, Infinity);

const detection = object<DetectionMessage>({
  kind: text,
  label: text,
  class_index: count,
  score: nullable(coordinate),
  box: nullable(tuple(coordinate, 4)),
  polygons: list(list(tuple(coordinate, 2))),
  track_id: nullable(either(text, coordinate)),
  warnings: strings
});

const code = object<CodeMessage>({ code: text, text });
const rows = object<RowsMessage>({ code: text, text, count, rows: list(count) });

const detections = object<DetectionsMessage>({
  best: list(detection),
  total: count,
  unplaced: count,
  masks: count,
  keypoints: count,
  omitted_outlines: count,
  omitted_points: count,
  warnings: list(rows)
});

const recognition = object<RecognitionMessage>({
  outcome: text,
  error: nullable(code),
  reader: nullable(text),
  convention: nullable(text),
  words: text,
  certainty: nullable(text),
  detections,
  candidates: list(object<CandidateMessage>({ convention: text, words: text, detections })),
  rejected: list(rows),
  warnings: list(code)
});

const textBlock = object<TextBlock>({
  type: exactly('text'),
  text,
  omitted: count,
  folded: optional(ofType('boolean'))
});

const blocks: Record<Block['type'], Check> = {
  text: textBlock,
  image: object<ImageBlock>({
    type: exactly('image'),
    source: text,
    picture: object<PictureMessage>({ mime: text, data: text, width: pixels, height: pixels }),
    recognition: nullable(recognition)
  }),
  audio: object<AudioBlock>({ type: exactly('audio'), source: text, mime: text, data: text }),
  link: object<LinkBlock>({
    type: exactly('link'),
    uri: text,
    name: text,
    description: text,
    mime: text
  }),
  resource: object<ResourceBlock>({
    type: exactly('resource'),
    uri: text,
    mime: text,
    text: nullable(text),
    omitted: count,
    size: count
  }),
  note: object<NoteBlock>({ type: exactly('note'), source: text, text })
};

export const error = object<ErrorMessage>({ code: text, reason: text, text, hint: text });

/**
 * The message, or one sentence that says why nothing of it can be shown. A part that is not as it
 * should be is set aside, and a note says so in its place.
 */
export function readResult(message: unknown): ResultMessage | string {
  const path = 'the message';
  if (!isRecord(message)) {
    return `${path} is ${named(message)}, not an object`;
  }
  const { version, kind } = message;
  if (version !== undefined && version !== 1) {
    return `it was made by another version of mcp-workbench (message version ${named(version)})`;
  }
  if (version !== 1 || kind !== 'result' || !Array.isArray(message.blocks)) {
    const at = version !== 1 ? 'version' : kind !== 'result' ? 'kind' : 'blocks';
    return `${path}.${at} is ${named(message[at])}`;
  }
  const aside: string[] = [];
  const field = <T>(name: keyof ResultMessage, check: Check, otherwise: T): T => {
    const problem = check(message[name], `${path}.${name}`);
    if (problem === null) {
      return message[name] as T;
    }
    aside.push(setAside('a part of this result', problem));
    return otherwise;
  };
  return {
    version,
    kind,
    server: field('server', text, ''),
    tool: field('tool', text, ''),
    elapsed: field('elapsed', count, 0),
    error: field('error', nullable(error), null),
    structured: field('structured', nullable(textBlock), null),
    blocks: message.blocks.flatMap((each, index) =>
      readBlock(each, `${path}.blocks[${index.toString()}]`)
    ),
    warnings: [...field('warnings', strings, []), ...aside]
  };
}

/** The block as it is; else a note in its place; else what can be shown of a picture, and a note. */
function readBlock(value: unknown, path: string): Block[] {
  const problem = block(value, path);
  if (problem === null) {
    return [value as Block];
  }
  const source = isRecord(value) && typeof value.source === 'string' ? value.source : '';
  const note = (what: string): Block => ({ type: 'note', source, text: setAside(what, problem) });
  if (!isRecord(value) || block({ ...value, recognition: null }, path) !== null) {
    return [note('what stands here')];
  }
  const unsound: unknown[] = [];
  const rest = { ...value, recognition: without(unsound, value.recognition) };
  if (block(rest, path) === null) {
    const count = unsound.length;
    return [asBlock(rest), note(`${count.toString()} ${count === 1 ? 'detection' : 'detections'}`)];
  }
  return [asBlock({ ...value, recognition: null }), note('the detections')];
}

/** A recognition without those of its detections that are not as they should be: `unsound` gets them. */
function without(unsound: unknown[], found: unknown): unknown {
  if (!isRecord(found)) {
    return found;
  }
  const { detections: held, candidates } = found;
  const sifted = { ...found };
  if (isRecord(held) && Array.isArray(held.best)) {
    const isSound = (each: unknown): boolean => detection(each, '') === null;
    const best: unknown[] = held.best;
    unsound.push(...best.filter(each => !isSound(each)));
    sifted.detections = { ...held, best: best.filter(isSound) };
  }
  if (Array.isArray(candidates)) {
    sifted.candidates = candidates.map(each => without(unsound, each));
  }
  return sifted;
}

function asBlock(sound: Record<string, unknown>): Block {
  return sound as unknown as Block;
}

function setAside(what: string, problem: string): string {
  return `${what} cannot be shown: ${problem}`;
}

function block(value: unknown, path: string): string | null {
  const type = isRecord(value) ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(blocks, type)) {
    return `${path}.type is ${named(type)}`;
  }
  return blocks[type as Block['type']](value, path);
}
