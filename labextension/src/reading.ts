/** Reads a message of unknown origin: a notebook is a file that anybody may have written. */
import type {
  AudioBlock,
  Block,
  CandidateMessage,
  DetectionMessage,
  ErrorMessage,
  ImageBlock,
  LinkBlock,
  NoteBlock,
  PictureMessage,
  RecognitionMessage,
  RejectedMessage,
  ResourceBlock,
  ResultMessage,
  TextBlock
} from './protocol';

/** What is wrong with a value and where, or null where it is as it should be. */
type Check = (value: unknown, path: string) => string | null;
/** A check for each field of `T`: a field that is missing here does not compile. */
type Fields<T> = { [Name in keyof T]: Check };

const text = ofType('string');
const strings = list(text);
const coordinate = number(-Infinity, Infinity);
const count = number(0, Infinity);
const pixels = number(1, Infinity);

const detection = object<DetectionMessage>({
  kind: text,
  label: nullable(text),
  score: nullable(coordinate),
  box: nullable(tuple(coordinate, 4)),
  polygons: list(list(tuple(coordinate, 2))),
  track_id: nullable(either(text, coordinate)),
  warnings: strings
});

const recognition = object<RecognitionMessage>({
  outcome: text,
  error: nullable(text),
  reader: nullable(text),
  convention: nullable(text),
  certainty: nullable(text),
  detections: list(detection),
  candidates: list(object<CandidateMessage>({ convention: text, detections: list(detection) })),
  rejected: list(object<RejectedMessage>({ index: count, code: text }))
});

const textBlock = object<TextBlock>({ type: exactly('text'), text, omitted: count });

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

const result = object<ResultMessage>({
  version: exactly(1),
  kind: exactly('result'),
  server: text,
  tool: text,
  elapsed: count,
  error: nullable(object<ErrorMessage>({ code: text, reason: text, text, hint: text })),
  warnings: strings,
  blocks: list(block),
  structured: nullable(textBlock)
});

/** The message, or one sentence that says why it cannot be shown. */
export function readResult(value: unknown): ResultMessage | string {
  if (isRecord(value) && value.version !== undefined && value.version !== 1) {
    return `it was made by another version of mcp-workbench (message version ${named(value.version)})`;
  }
  return result(value, 'the message') ?? (value as ResultMessage);
}

function block(value: unknown, path: string): string | null {
  const type = isRecord(value) ? value.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(blocks, type)) {
    return `${path}.type is ${named(type)}`;
  }
  return blocks[type as Block['type']](value, path);
}

function object<T>(fields: Fields<T>): Check {
  const entries = Object.entries<Check>(fields);
  return (value, path) => {
    if (!isRecord(value)) {
      return `${path} is ${named(value)}, not an object`;
    }
    return first(entries, ([name, check]) => check(value[name], `${path}.${name}`));
  };
}

function list(check: Check): Check {
  return (value, path) =>
    Array.isArray(value)
      ? first(value, (item, index) => check(item, `${path}[${index.toString()}]`))
      : `${path} is ${named(value)}, not a list`;
}

function tuple(check: Check, length: number): Check {
  const items = list(check);
  return (value, path) =>
    items(value, path) ??
    ((value as unknown[]).length === length ? null : `${path} has not ${length.toString()} items`);
}

function nullable(check: Check): Check {
  return (value, path) => (value === null ? null : check(value, path));
}

function either(one: Check, other: Check): Check {
  return (value, path) => one(value, path) && other(value, path);
}

function exactly(wanted: string | number): Check {
  return (value, path) => (value === wanted ? null : `${path} is ${named(value)}`);
}

function ofType(type: 'string'): Check {
  return (value, path) => (typeof value === type ? null : `${path} is ${named(value)}`);
}

function number(least: number, most: number): Check {
  return (value, path) =>
    typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most
      ? null
      : `${path} is ${named(value)}`;
}

function first<T>(items: T[], check: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem !== null) {
      return problem;
    }
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a sentence: short ones as they are, others by their kind. */
function named(value: unknown): string {
  if (value === undefined) {
    return 'missing';
  }
  if (value !== null && typeof value === 'object') {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
  const words = JSON.stringify(value);
  return words.length <= 40 ? words : `a ${typeof value}`;
}
