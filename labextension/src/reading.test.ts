import { expect, test } from 'vitest';
import type { Block, ResultMessage } from './protocol';
import { readResult } from './reading';

const BLOCKS: Block[] = [
  { type: 'text', text: 'hello', omitted: 0 },
  {
    type: 'image',
    source: 'content[1]',
    picture: { mime: 'image/png', data: '', width: 640, height: 480 },
    recognition: {
      outcome: 'partial',
      error: null,
      reader: 'generic',
      convention: 'xyxy.px',
      certainty: 'declared',
      detections: [
        {
          kind: 'box',
          label: null,
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
      candidates: [{ convention: 'xywh.px', detections: [] }],
      rejected: [{ index: 3, code: 'missing_coordinate' }]
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

test('a whole message is read as it is', () => {
  expect(readResult(RESULT)).toBe(RESULT);
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
  ['a number as tool', { ...RESULT, tool: 3 }, 'the message.tool is 3'],
  ['a text as time', { ...RESULT, elapsed: 'x'.repeat(99) }, 'the message.elapsed is a string'],
  ['a time before zero', { ...RESULT, elapsed: -1 }, 'the message.elapsed is -1'],
  ['no blocks', { ...RESULT, blocks: null }, 'the message.blocks is null, not a list'],
  [
    'a block of no type',
    { ...RESULT, blocks: [{ text: 'hello' }] },
    'the message.blocks[0].type is missing'
  ],
  [
    "a block named for an object's own method",
    { ...RESULT, blocks: [{ type: 'toString' }] },
    'the message.blocks[0].type is "toString"'
  ],
  [
    'a picture without area',
    { ...RESULT, blocks: [{ ...BLOCKS[1], picture: { mime: '', data: '', width: 0, height: 1 } }] },
    'the message.blocks[0].picture.width is 0'
  ]
])('%s is refused in words', (_name, message, words) => {
  expect(readResult(message)).toBe(words);
});

test.each([
  ['box', [1, 2, 3], 'box has not 4 items'],
  ['box', [1, 2, 3, null], 'box[3] is null'],
  ['box', [1, 2, 3, NaN], 'box[3] is null'],
  ['polygons', [[[1]]], 'polygons[0][0] has not 2 items'],
  ['score', '0.9', 'score is "0.9"'],
  ['track_id', {}, 'track_id is an object'],
  ['warnings', [1], 'warnings[0] is 1']
])('a detection with a wrong %s is refused', (field, value, words) => {
  const message = JSON.parse(JSON.stringify(RESULT)) as {
    blocks: [unknown, { recognition: { detections: [Record<string, unknown>] } }];
  };
  message.blocks[1].recognition.detections[0][field] = value;
  expect(readResult(message)).toBe(`the message.blocks[1].recognition.detections[0].${words}`);
});
