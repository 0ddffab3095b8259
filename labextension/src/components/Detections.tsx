import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { DetectionMessage, DetectionsMessage, ImageBlock } from '../protocol';
import { classesOf } from './colours';
import { Details } from './Details';
import { Filter } from './Filter';
import { boundsOf } from './geometry';
import { Note } from './Note';
import { noticesOfDetections, shownWords, warningsOf } from './notices';
import { Overlay } from './Overlay';
import { Stage } from './Stage';

/** More shapes than this make a page slow; the highest scores are drawn and the caption says so. */
const DRAWN = 5000;

export interface DetectionsProps {
  image: ImageBlock;
  detections: DetectionsMessage;
  /** The convention in words, empty where there is none. */
  convention: string;
  certainty: string | null;
}

/** A picture with its detections: filtered, pointed at, selected. */
export function Detections(props: DetectionsProps): JSX.Element {
  const { image, detections, convention, certainty } = props;
  const [minimum, setMinimum] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [selected, setSelected] = useState<DetectionMessage | null>(null);
  const [hovered, setHovered] = useState<DetectionMessage | null>(null);
  const classes = useMemo(() => classesOf(detections.best), [detections]);
  const ranked = useMemo(() => byScore(detections.best), [detections]);
  const shown = useMemo(
    () =>
      ranked
        .filter(d => (d.score === null || d.score >= minimum) && !hidden.has(d.class_index))
        .slice(0, DRAWN),
    [ranked, minimum, hidden]
  );
  const present = (detection: DetectionMessage | null): DetectionMessage | null =>
    detection !== null && shown.includes(detection) ? detection : null;
  const active = present(hovered) ?? present(selected);

  return (
    <figure className="mcpw-Picture">
      <Filter
        classes={classes}
        hidden={hidden}
        minimum={detections.best.some(d => d.score !== null) ? minimum : null}
        onToggle={index => {
          setHidden(toggled(hidden, index));
        }}
        onMinimum={setMinimum}
      />
      <Stage image={image}>
        <Overlay
          picture={image.picture}
          detections={shown}
          selected={present(selected)}
          hovered={present(hovered)}
          onSelect={setSelected}
          onHover={setHovered}
        />
      </Stage>
      <Details
        detection={active}
        warnings={active === null ? [] : warningsOf(active, detections)}
      />
      <figcaption className="mcpw-Muted">
        {[shownWords(shown.length, detections), convention, certainty ?? '', `over ${image.source}`]
          .filter(part => part !== '')
          .join(' · ')}
      </figcaption>
      {noticesOfDetections(detections).map((notice, index) => (
        <Note key={index}>{notice}</Note>
      ))}
    </figure>
  );
}

/** Those that can be drawn, highest score first, those without a score after them. */
function byScore(detections: readonly DetectionMessage[]): DetectionMessage[] {
  return detections
    .filter(detection => boundsOf(detection) !== null)
    .sort((one, other) => (other.score ?? -1) - (one.score ?? -1));
}

function toggled(hidden: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const changed = new Set(hidden);
  if (!changed.delete(index)) {
    changed.add(index);
  }
  return changed;
}
