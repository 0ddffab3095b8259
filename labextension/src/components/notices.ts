/** What is to be said about detections beside what is drawn: nothing is left out without a word. */
import type {
  CodeMessage,
  DetectionMessage,
  DetectionsMessage,
  RecognitionMessage,
  RowsMessage
} from '../protocol';
import { counted } from './words';

/** The meaning of a code, with the code that Python gives behind it. */
export function codeWords({ code, text }: CodeMessage): string {
  return `${text} (${code})`;
}

/** How many of the detections are drawn: "2 of 3 shown", "the best 1,000 of 3,000 shown". */
export function shownWords(shown: number, { best, total }: DetectionsMessage): string {
  const all = total.toLocaleString('en');
  const here = best.length.toLocaleString('en');
  if (best.length >= total) {
    return `${shown.toLocaleString('en')} of ${all} shown`;
  }
  return shown === best.length
    ? `${here} best of ${all} shown`
    : `${shown.toLocaleString('en')} of the ${here} best of ${all} shown`;
}

/** What was odd about one detection. */
export function warningsOf(detection: DetectionMessage, { warnings }: DetectionsMessage): string[] {
  return detection.warnings.map(code => {
    const known = warnings.find(warning => warning.code === code);
    return known === undefined ? code : codeWords(known);
  });
}

/** What of the detections of a picture is not drawn, and what was odd about them. */
export function noticesOfDetections(found: DetectionsMessage): string[] {
  const { unplaced, masks, keypoints, omitted_outlines: outlines, warnings } = found;
  const points = counted(found.omitted_points, 'point');
  return [
    unplaced === 0 ? '' : `${counted(unplaced, 'detection')} without a place in the picture`,
    masks === 0 ? '' : `${counted(masks, 'mask')} not drawn here, only by draw() in Python`,
    keypoints === 0
      ? ''
      : `keypoints of ${counted(keypoints, 'detection')} not drawn here, only by draw() in Python`,
    outlines === 0
      ? ''
      : `${counted(outlines, 'outline')} of ${points} drawn as boxes to keep the notebook small`,
    ...warnings.map(warning => `${counted(warning.count, 'detection')}: ${rowsWords(warning)}`)
  ].filter(notice => notice !== '');
}

/** What is to be said about the whole: an error, rows that were refused, how coordinates moved. */
export function noticesOfRecognition(found: RecognitionMessage): string[] {
  const { outcome, error, rejected, warnings, detections } = found;
  // what the rows are told with need not be said twice
  const isTold = [...rejected, ...detections.warnings].some(({ code }) => code === error?.code);
  return [
    [
      outcome === 'error' ? 'No detections could be read' : '',
      error === null || isTold ? '' : codeWords(error)
    ]
      .filter(part => part !== '')
      .join(': '),
    ...rejected.map(rows => `${counted(rows.count, 'row')} not drawn: ${rowsWords(rows)}`),
    ...warnings.map(codeWords)
  ].filter(notice => notice !== '');
}

function rowsWords({ code, text, count, rows }: RowsMessage): string {
  const named = rows.map(row => row.toString()).join(', ');
  const more = count > rows.length ? ' …' : '';
  return `${text} (${code}, ${rows.length === 1 ? 'row' : 'rows'} ${named}${more})`;
}
