// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DetectionMessage, DetectionsMessage, ImageBlock } from '../protocol';
import { Detections } from './Detections';

afterEach(cleanup);

const IMAGE: ImageBlock = {
  type: 'image',
  source: 'content[1]',
  picture: { mime: 'image/png', data: '', width: 400, height: 300 },
  recognition: null
};

function detection(fields: Partial<DetectionMessage>): DetectionMessage {
  return {
    kind: 'box',
    label: 'cat',
    class_index: 0,
    score: 0.9,
    box: [10, 20, 110, 80],
    polygons: [],
    track_id: null,
    warnings: [],
    ...fields
  };
}

const CAT = detection({});
const DOG = detection({
  label: 'dog',
  class_index: 1,
  score: 0.4,
  box: [200, 100, 300, 250],
  track_id: 7
});
const BARE = detection({
  label: '',
  class_index: 2,
  score: null,
  box: [0, 0, 20.25, 20],
  warnings: ['exif_rotated']
});

function show(...best: DetectionMessage[]): HTMLElement {
  return showAll({ best, total: best.length });
}

function showAll(fields: Partial<DetectionsMessage>): HTMLElement {
  const detections = {
    best: [],
    total: 0,
    unplaced: 0,
    masks: 0,
    keypoints: 0,
    omitted_outlines: 0,
    omitted_points: 0,
    warnings: [],
    ...fields
  };
  const words = { convention: 'xyxy, pixels', certainty: 'declared' };
  return render(<Detections image={IMAGE} detections={detections} {...words} />).container;
}

function notes(): string[] {
  return screen.queryAllByRole('note').map(note => note.textContent.trim());
}

function names(): (string | null)[] {
  return screen.queryAllByRole('option').map(option => option.getAttribute('aria-label'));
}

function press(key: string): void {
  fireEvent.keyDown(screen.getByRole('listbox'), { key });
}

function selected(): string | null | undefined {
  return screen
    .getAllByRole('option')
    .find(option => option.getAttribute('aria-selected') === 'true')
    ?.getAttribute('aria-label');
}

test('a label ends where the picture ends', () => {
  const container = show(detection({ label: 'W'.repeat(60), box: [300, 100, 390, 200] }));
  const { left, maxWidth } = container.querySelector<HTMLElement>('.mcpw-Label')?.style ?? {};
  expect(parseFloat(left ?? '') + parseFloat(maxWidth ?? '')).toBe(400);
});

test('[DET-01] each box is drawn where it is, with label and score', () => {
  const container = show(CAT, DOG);
  expect(names()).toEqual(['dog 0.40', 'cat 0.90']);
  const points = [...container.querySelectorAll('.mcpw-Shape-line')].map(line =>
    line.getAttribute('points')
  );
  expect(points).toEqual(['200 100 300 100 300 250 200 250', '10 20 110 20 110 80 10 80']);
  const labels = [...container.querySelectorAll('.mcpw-Label')].map(label => label.textContent);
  expect(labels).toEqual(['cat 0.90', 'dog 0.40']);
  expect(screen.getByText('2 of 2 shown · xyxy, pixels · declared · over content[1]')).toBeTruthy();
});

test('an outline is drawn instead of its box', () => {
  const container = show(
    detection({
      kind: 'polygon',
      polygons: [
        [
          [10, 20],
          [110, 20],
          [60, 80]
        ]
      ]
    })
  );
  expect(container.querySelector('.mcpw-Shape-line')?.getAttribute('points')).toBe(
    '10,20 110,20 60,80'
  );
});

test('the slider hides the weak ones, never those without a score', () => {
  show(CAT, DOG, BARE);
  fireEvent.change(screen.getByLabelText('Least score'), { target: { value: '0.5' } });
  expect(names()).toEqual(['box', 'cat 0.90']);
  fireEvent.change(screen.getByLabelText('Least score'), { target: { value: '1' } });
  expect(names()).toEqual(['box']);
  expect(screen.getByText(/^1 of 3 shown/)).toBeTruthy();
});

test('without any score there is no slider', () => {
  show(BARE);
  expect(screen.queryByLabelText('Least score')).toBeNull();
});

test('a chip shows the count of its class, hides it, and brings it back', () => {
  show(CAT, CAT, DOG);
  const chip = screen.getByRole('button', { name: 'cat 2' });
  fireEvent.click(chip);
  expect(names()).toEqual(['dog 0.40']);
  expect(chip.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(chip);
  expect(names()).toHaveLength(3);
});

test('arrow keys step through the boxes from the highest score, Escape lets go', () => {
  show(DOG, CAT);
  press('ArrowRight');
  expect(selected()).toBe('cat 0.90');
  press('ArrowDown');
  expect(selected()).toBe('dog 0.40');
  press('ArrowRight');
  expect(selected()).toBe('cat 0.90');
  press('ArrowLeft');
  expect(selected()).toBe('dog 0.40');
  press('Home');
  expect(selected()).toBe('cat 0.90');
  press('End');
  expect(screen.getByText('track 7')).toBeTruthy();
  expect(screen.getByText('100 × 150 at 200, 100')).toBeTruthy();
  expect(screen.getByRole('listbox').getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'dog 0.40' }).id
  );
  press('Escape');
  expect(selected()).toBeUndefined();
});

test('the smallest box under the pointer is told, a click keeps it, a second lets go', () => {
  const around = detection({ label: 'room', box: [0, 0, 400, 300] });
  show(around, CAT);
  const area = screen.getByRole('listbox');
  fireEvent.pointerMove(area, { clientX: 50, clientY: 50 });
  expect(screen.getByText('100 × 60 at 10, 20')).toBeTruthy();
  fireEvent.pointerUp(area, { clientX: 50, clientY: 50 });
  fireEvent.pointerLeave(area);
  expect(selected()).toBe('cat 0.90');
  expect(screen.getByText('100 × 60 at 10, 20')).toBeTruthy();
  fireEvent.pointerUp(area, { clientX: 50, clientY: 50 });
  expect(selected()).toBeUndefined();
});

test('a box that is pointed at and selected has one label', () => {
  const container = show(CAT);
  const area = screen.getByRole('listbox');
  fireEvent.pointerMove(area, { clientX: 50, clientY: 50 });
  fireEvent.pointerUp(area, { clientX: 50, clientY: 50 });
  expect(container.querySelectorAll('.mcpw-Label')).toHaveLength(1);
});

test('a box without label and score is told with what was odd about it', () => {
  const turned = { code: 'exif_rotated', text: 'coordinates were turned', count: 1, rows: [4] };
  showAll({ best: [BARE], total: 1, warnings: [turned] });
  press('Home');
  const words = document.querySelector('.mcpw-Details')?.textContent;
  expect(words).toBe('no labelno score20.3 × 20 at 0, 0coordinates were turned (exif_rotated)');
  expect(notes()).toEqual(['1 detection: coordinates were turned (exif_rotated, row 4)']);
});

test('a selected box that a filter hides is no longer told', () => {
  show(CAT, DOG);
  press('End');
  fireEvent.change(screen.getByLabelText('Least score'), { target: { value: '0.5' } });
  expect(screen.queryByText('track 7')).toBeNull();
  expect(screen.getByText(/^Point at a box/)).toBeTruthy();
});

test('a label that looks like markup is text', () => {
  const container = show(detection({ label: '<img src=x onerror=alert(1)>' }));
  expect(container.querySelectorAll('img')).toHaveLength(1);
  expect(screen.getByRole('button').textContent).toContain('<img src=x onerror=alert(1)>');
});

test('a box of no size is still seen', () => {
  const container = show(detection({ box: [50, 50, 50, 50] }));
  expect(container.querySelector('.mcpw-Shape-line')?.getAttribute('points')).toBe(
    '47 47 53 47 53 53 47 53'
  );
});

test('of more boxes than a page can bear the highest scores are drawn', () => {
  show(...Array.from({ length: 5001 }, (_, index) => detection({ score: index / 5001 })));
  expect(screen.getByText(/^5,000 of 5,001 shown/)).toBeTruthy();
});

test('of more detections than the message holds the number is told', () => {
  showAll({ best: [CAT, DOG], total: 3000 });
  expect(screen.getByText(/^2 best of 3,000 shown/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Least score'), { target: { value: '0.5' } });
  expect(screen.getByText(/^1 of the 2 best of 3,000 shown/)).toBeTruthy();
});

test('what of a detection cannot be drawn here is counted', () => {
  const counts = { unplaced: 1, masks: 2, keypoints: 3, omitted_outlines: 4, omitted_points: 9000 };
  showAll({ best: [CAT], total: 10, ...counts });
  expect(notes()).toEqual([
    '1 detection without a place in the picture',
    '2 masks not drawn here, only by draw() in Python',
    'keypoints of 3 detections not drawn here, only by draw() in Python',
    '4 outlines of 9,000 points drawn as boxes to keep the notebook small'
  ]);
});

test('classes of one name have their own chips and colours', () => {
  const container = show(CAT, detection({ class_index: 5, score: 0.2 }));
  expect(screen.getAllByRole('button', { name: 'cat 1' })).toHaveLength(2);
  const colours = [...container.querySelectorAll('.mcpw-Shape-line')].map(line =>
    line.getAttribute('stroke')
  );
  expect(colours).toEqual(['#a96b59', '#3f90da']);
});
