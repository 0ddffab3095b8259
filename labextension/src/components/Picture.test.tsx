// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DetectionMessage, ImageBlock, RecognitionMessage } from '../protocol';
import { Picture } from './Picture';

afterEach(cleanup);

const DETECTION: DetectionMessage = {
  kind: 'box',
  label: 'cup',
  score: 0.5,
  box: [10, 10, 30, 30],
  polygons: [],
  track_id: null,
  warnings: []
};

const NOTHING: RecognitionMessage = {
  outcome: 'none',
  error: null,
  reader: null,
  convention: null,
  certainty: null,
  detections: [],
  candidates: [],
  rejected: []
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

test('rows that were refused, errors and warnings are told, none is lost', () => {
  const rejected = Array.from({ length: 7 }, (_, index) => ({ index, code: 'bad_polygon' }));
  const detections = [
    { ...DETECTION, warnings: ['outside_image'] },
    { ...DETECTION, warnings: ['outside_image'] },
    { ...DETECTION, box: null }
  ];
  const error = 'truncated_json';
  render(
    <Picture image={image({ ...NOTHING, outcome: 'partial', error, detections, rejected })} />
  );
  expect(notes()).toEqual([
    'Detections: truncated_json',
    '1 detection without box or outline',
    '7 rows not drawn: bad_polygon (row 0), bad_polygon (row 1), bad_polygon (row 2), ' +
      'bad_polygon (row 3), bad_polygon (row 4), 2 more',
    'outside_image: 2 detections'
  ]);
  expect(screen.getByText(/^2 of 3 shown/)).toBeTruthy();
});

test('boxes of two meanings are not drawn until one is chosen', () => {
  const candidates = [
    { convention: 'xyxy.px', detections: [DETECTION] },
    { convention: 'xywh.px', detections: [DETECTION, { ...DETECTION, label: 'jug' }] }
  ];
  render(<Picture image={image({ ...NOTHING, outcome: 'ambiguous', candidates })} />);
  expect(screen.getByRole('group', { name: /^These numbers fit 2 conventions/ })).toBeTruthy();
  expect(screen.queryAllByRole('option')).toHaveLength(0);
  expect(screen.getByText('no boxes drawn · over content[0]')).toBeTruthy();

  fireEvent.click(screen.getByLabelText('xywh, pixels (2)'));
  expect(screen.getAllByRole('option')).toHaveLength(2);
  expect(screen.getByText('2 of 2 shown · xywh, pixels · preview · over content[0]')).toBeTruthy();
  expect(screen.getByText('result.recognition.candidates[1].detections')).toBeTruthy();

  fireEvent.click(screen.getByLabelText('no boxes'));
  expect(screen.queryAllByRole('option')).toHaveLength(0);
});
