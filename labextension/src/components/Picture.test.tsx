// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type {
  DetectionMessage,
  DetectionsMessage,
  ImageBlock,
  RecognitionMessage
} from '../protocol';
import { Picture } from './Picture';

afterEach(cleanup);

const DETECTION: DetectionMessage = {
  kind: 'box',
  label: 'cup',
  class_index: 0,
  score: 0.5,
  box: [10, 10, 30, 30],
  polygons: [],
  track_id: null,
  warnings: []
};

function found(...best: DetectionMessage[]): DetectionsMessage {
  return {
    best,
    total: best.length,
    unplaced: 0,
    masks: 0,
    keypoints: 0,
    omitted_outlines: 0,
    omitted_points: 0,
    warnings: []
  };
}

const NOTHING: RecognitionMessage = {
  outcome: 'none',
  error: null,
  reader: null,
  convention: null,
  words: '',
  certainty: null,
  detections: found(),
  candidates: [],
  rejected: [],
  warnings: []
};

function image(recognition: RecognitionMessage | null, mime = 'image/png'): ImageBlock {
  const picture = { mime, data: 'QUJD', width: 64, height: 48 };
  return { type: 'image', source: 'content[0]', picture, recognition };
}

function notes(): (string | null)[] {
  return screen.queryAllByRole('note').map(note => note.textContent.trim());
}

test('a picture alone is shown with its source and size', () => {
  render(<Picture image={image(null)} />);
  const shown = screen.getByRole('img', { name: 'Picture content[0], 64 × 48' });
  expect(shown.getAttribute('src')).toBe('data:image/png;base64,QUJD');
  expect(screen.getByText('content[0] · 64 × 48')).toBeTruthy();
});

test('a picture of a kind that can hold scripts is not put into the page', () => {
  const { container } = render(<Picture image={image(null, 'image/svg+xml')} />);
  expect(container.querySelector('img')).toBeNull();
  expect(notes()).toEqual([
    'content[0] is no picture that is shown here (image/svg+xml); Python has it in .images'
  ]);
});

test('rows that were refused, errors and warnings are told in words, none is lost', () => {
  const outline = { code: 'bad_polygon', text: 'an outline is none' };
  const rejected = [
    { ...outline, count: 7, rows: [0, 1, 2] },
    { code: 'zero_area', text: 'the box has no width', count: 1, rows: [9] }
  ];
  const detections = {
    ...found(DETECTION, { ...DETECTION, box: null }),
    unplaced: 1,
    warnings: [{ code: 'outside_image', text: 'lies outside', count: 2, rows: [3, 4] }]
  };
  const warnings = [{ code: 'draw_cap', text: 'only the highest scores are drawn' }];
  render(
    <Picture
      image={image({
        ...NOTHING,
        outcome: 'partial',
        error: outline,
        detections,
        rejected,
        warnings
      })}
    />
  );
  expect(notes()).toEqual([
    '1 detection without a place in the picture',
    '2 detections: lies outside (outside_image, rows 3, 4)',
    '7 rows not drawn: an outline is none (bad_polygon, rows 0, 1, 2 …)',
    '1 row not drawn: the box has no width (zero_area, row 9)',
    'only the highest scores are drawn (draw_cap)'
  ]);
  expect(screen.getByText(/^1 of 2 shown/)).toBeTruthy();
});

test('why no detections could be read is told in words, once', () => {
  const error = { code: 'truncated_json', text: 'the payload ends in the middle' };
  render(<Picture image={image({ ...NOTHING, outcome: 'error', error })} />);
  expect(notes()).toEqual([
    'No detections could be read: the payload ends in the middle (truncated_json)'
  ]);
  cleanup();
  const rejected = [{ ...error, count: 1, rows: [0] }];
  render(<Picture image={image({ ...NOTHING, outcome: 'error', error, rejected })} />);
  expect(notes()).toEqual([
    'No detections could be read',
    '1 row not drawn: the payload ends in the middle (truncated_json, row 0)'
  ]);
});

test('boxes of two meanings are not drawn until one is chosen', () => {
  const candidates = [
    { convention: 'xyxy.px', words: 'xyxy, pixels', detections: found(DETECTION) },
    {
      convention: 'xywh.px.raw',
      words: 'xywh, pixels of the picture before its EXIF orientation',
      detections: { ...found(DETECTION, { ...DETECTION, label: 'jug' }), total: 1200 }
    }
  ];
  render(<Picture image={image({ ...NOTHING, outcome: 'ambiguous', candidates })} />);
  expect(screen.getByRole('group', { name: /^These numbers fit 2 conventions/ })).toBeTruthy();
  expect(screen.queryAllByRole('option')).toHaveLength(0);
  expect(screen.getByText('no boxes drawn · over content[0]')).toBeTruthy();

  fireEvent.click(screen.getByLabelText(/^xywh, pixels of the picture before.* \(1,200\)$/));
  expect(screen.getAllByRole('option')).toHaveLength(2);
  expect(
    screen.getByText(/^2 best of 1,200 shown · xywh, pixels of .* · preview · over content\[0\]$/)
  ).toBeTruthy();
  expect(screen.getByText('result.recognition.candidates[1].detections')).toBeTruthy();

  fireEvent.click(screen.getByLabelText('no boxes'));
  expect(screen.queryAllByRole('option')).toHaveLength(0);
});
