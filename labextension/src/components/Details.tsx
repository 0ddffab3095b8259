import type { JSX } from 'react';
import type { DetectionMessage } from '../protocol';
import { colourOf } from './colours';
import { boundsOf } from './geometry';
import { coordinateWords } from './words';

export interface DetailsProps {
  detection: DetectionMessage | null;
  /** What was odd about it, in words. */
  warnings: readonly string[];
}

/** One detection in words: label, score, where it is, and what was odd about it. */
export function Details({ detection, warnings }: DetailsProps): JSX.Element {
  if (detection === null) {
    return (
      <p className="mcpw-Details mcpw-Muted">
        Point at a box, or step through them with the arrow keys.
      </p>
    );
  }
  return (
    <p className="mcpw-Details">
      <span className="mcpw-Swatch" style={{ backgroundColor: colourOf(detection) }} />
      <strong>{detection.label || 'no label'}</strong>
      {[...factsOf(detection), ...warnings].map((fact, index) => (
        <span key={index}>{fact}</span>
      ))}
    </p>
  );
}

function factsOf(detection: DetectionMessage): string[] {
  const { score, kind, track_id: track } = detection;
  return [
    score === null ? 'no score' : `score ${score.toFixed(2)}`,
    whereabouts(detection),
    kind === 'box' ? '' : kind,
    track === null ? '' : `track ${track.toString()}`
  ].filter(fact => fact !== '');
}

function whereabouts(detection: DetectionMessage): string {
  const bounds = boundsOf(detection);
  if (bounds === null) {
    return '';
  }
  const [left, top, right, bottom] = bounds;
  const [x, y, width, height] = [left, top, right - left, bottom - top].map(coordinateWords);
  return `${width ?? ''} × ${height ?? ''} at ${x ?? ''}, ${y ?? ''}`;
}
