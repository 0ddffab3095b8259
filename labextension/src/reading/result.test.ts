import { expect, test } from 'vitest';
import type { Block, DetectionsMessage, ResultMessage } from '../protocol';
import { readResult } from './result';

const NO_DETECTIONS: DetectionsMessage = {
  best: [],
  total: 0,
  unplaced: 0,
  masks: 0,
  keypoints: 0,
  omitted_outlines: 0,
  omitted_points: 0,
  warnings: []
};

const BLOCKS: Block[] = [
  { type: 'text', text: 'hello', omitted: 0, folded: true },
  {
    type: 'image',
    source: 'content[1]',
    picture: { mime: 'image/png', data: '', width: 640, height: 480 },
    recognition: {
      outcome: 'partial',
      error: { code: 'bad_polygon', text: 'an outline is none' },
      reader: 'generic',
      convention: 'xyxy.px',
      words: 'xyxy, pixels',
      certainty: 'declared',
      detections: {
        ...NO_DETECTIONS,
        best: [
          {
            kind: 'box',
            label: '#7',
            class_index: 0,
            score: null,
            box: [1, 2, 3, 4],
            polygons: [
              [
                [1, 2],
                [3, 4],
                [1, 4]
              ]
            ],
            track_id: 7,
            warnings: ['outside_image']
          }
        ],
        warnings: [{ code: 'outside_image', text: 'lies outside', count: 1, rows: [0] }]
      },
      candidates: [{ convention: 'xywh.px', words: 'xywh, pixels', detections: NO_DETECTIONS }],
      rejected: [{ code: 'missing_coordinate', text: 'lacks one', count: 1, rows: [3] }],
      warnings: [{ code: 'draw_cap', text: 'only the highest' }]
    }
  },
  { type: 'audio', source: 'content[2]', mime: 'audio/wav', data: '' },
  { type: 'link', uri: 'https://example.org', name: 'n', description: '', mime: '' },
  { type: 'resource', uri: 'a:b', mime: '', text: null, omitted: 0, size: 12 },
  { type: 'note', source: 'content[5]', text: 'unknown type' }
];

const RESULT: ResultMessage = {
  version: 1,
  kind: 'result',
  server: 'demo',
  tool: 'echo',
  elapsed: 0.2,
  error: { code: 'mcp_tool_error', reason: '', text: 'no', hint: '' },
  warnings: ['late'],
  blocks: BLOCKS,
  structured: { type: 'text', text: '{}', omitted: 0 }
};

/** The result with something else at a path such as `blocks.1.picture.width`. */
function changed(path: string, value: unknown): Record<string, unknown> {
  const message = JSON.parse(JSON.stringify(RESULT)) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let holder = message;
  for (const name of names) {
    holder = holder[name] as Record<string, unknown>;
  }
  holder[last] = value;
  return message;
}

function read(message: unknown): ResultMessage {
  const result = readResult(message);
  if (typeof result === 'string') {
    throw new Error(result);
  }
  return result;
}

test('a whole message is read as it is', () => {
  expect(readResult(RESULT)).toEqual(RESULT);
});

test.each([
  ['nothing', undefined, 'the message is missing, not an object'],
  ['a text', 'hello', 'the message is "hello", not an object'],
  ['a list', [], 'the message is a list, not an object'],
  ['no version', { ...RESULT, version: undefined }, 'the message.version is missing'],
  [
    'a later version',
    { version: 2 },
    'it was made by another version of mcp-workbench (message version 2)'
  ],
  ['another kind', { ...RESULT, kind: 'trace' }, 'the message.kind is "trace"'],
  ['no blocks', { ...RESULT, blocks: null }, 'the message.blocks is null']
])('%s is refused in words', (_name, message, words) => {
  expect(readResult(message)).toBe(words);
});

test.each([
  ['tool', 3, '', 'the message.tool is 3'],
  ['elapsed', 'x'.repeat(99), 0, 'the message.elapsed is a string'],
  ['elapsed', -1, 0, 'the message.elapsed is -1'],
  ['error', { code: 7 }, null, 'the message.error.code is 7'],
  ['structured', { type: 'image' }, null, 'the message.structured.type is "image"'],
  ['warnings', ['fine', 1], [], 'the message.warnings[1] is 1']
])('a wrong %s is told among the warnings, the rest is read', (name, value, instead, words) => {
  const result = read(changed(name, value));
  const warning = `a part of this result cannot be shown: ${words}`;
  const warnings = name === 'warnings' ? [warning] : [...RESULT.warnings, warning];
  expect(result).toEqual({ ...RESULT, [name]: instead, warnings });
});

test.each([
  ['no type', 'blocks.1.type', undefined, 'blocks[1].type is missing'],
  ["the name of an object's own method", 'blocks.1.type', 'toString', 'type is "toString"'],
  ['a picture without area', 'blocks.1.picture.width', 0, 'blocks[1].picture.width is 0'],
  ['no object', 'blocks.1', 'hello', 'blocks[1].type is missing']
])('a note stands for a block of %s, the others are read', (_name, path, value, words) => {
  const { blocks, warnings } = read(changed(path, value));
  expect([blocks[0], ...blocks.slice(2)]).toEqual([BLOCKS[0], ...BLOCKS.slice(2)]);
  expect(blocks[1]).toMatchObject({ type: 'note' });
  expect((blocks[1] as { text: string }).text).toContain(words);
  expect(warnings).toEqual(RESULT.warnings);
});

const FOUND = 'blocks.1.recognition.detections';

test.each([
  ['box', [1, 2, 3], 'box has not 4 items'],
  ['box', [1, 2, 3, null], 'box[3] is null'],
  ['box', [1, 2, 3, NaN], 'box[3] is null'],
  ['polygons', [[[1]]], 'polygons[0][0] has not 2 items'],
  ['score', '0.9', 'score is "0.9"'],
  ['label', null, 'label is null'],
  ['class_index', -1, 'class_index is -1'],
  ['track_id', {}, 'track_id is an object'],
  ['warnings', [1], 'warnings[0] is 1']
])(
  'a detection with a wrong %s is set aside, picture and others are shown',
  (name, value, words) => {
    const detections = BLOCKS[1]?.type === 'image' ? BLOCKS[1].recognition?.detections.best : [];
    const [sound] = detections ?? [];
    const { blocks } = read(changed(`${FOUND}.best`, [{ ...sound, [name]: value }, sound]));
    expect(blocks).toHaveLength(BLOCKS.length + 1);
    expect(blocks[1]).toEqual(BLOCKS[1]);
    expect(blocks[2]).toEqual({
      type: 'note',
      source: 'content[1]',
      text: `1 detection cannot be shown: the message.blocks[1].recognition.detections.best[0].${words}`
    });
  }
);

test('detections of a candidate are set aside one by one too', () => {
  const path = 'blocks.1.recognition.candidates.0.detections.best';
  const { blocks } = read(changed(path, [null, 7]));
  expect(blocks[1]).toEqual(BLOCKS[1]);
  expect(blocks[2]).toMatchObject({ type: 'note' });
  expect((blocks[2] as { text: string }).text).toContain('2 detections cannot be shown');
});

test.each([
  [`${FOUND}.total`, '3'],
  [`${FOUND}.warnings`, [{ code: 'x' }]],
  ['blocks.1.recognition.rejected', null],
  ['blocks.1.recognition', []]
])('a picture is shown without its detections where %s is wrong', (path, value) => {
  const { blocks } = read(changed(path, value));
  expect(blocks[1]).toEqual({ ...BLOCKS[1], recognition: null });
  expect(blocks[2]).toMatchObject({ type: 'note', source: 'content[1]' });
  expect((blocks[2] as { text: string }).text).toContain('the detections cannot be shown');
});
