import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { DetectionMessage, ImageBlock } from '../protocol';
import { classesOf, className } from './colours';
import { Details } from './Details';
import { Filter } from './Filter';
import { boundsOf } from './geometry';
import { Overlay } from './Overlay';
import { Stage } from './Stage';
import { conventionWords } from './words';

/** More shapes than this make a page slow; the highest scores are drawn and the caption says so. */
const DRAWN = 5000;

export interface DetectionsProps {
  image: ImageBlock;
  detections: readonly DetectionMessage[];
  convention: string | null;
  certainty: string | null;
}

/** A picture with its detections: filtered, pointed at, selected. */
export function Detections(props: DetectionsProps): JSX.Element {
  const { image, detections, convention, certainty } = props;
  const [minimum, setMinimum] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<DetectionMessage | null>(null);
  const [hovered, setHovered] = useState<DetectionMessage | null>(null);
  const classes = useMemo(() => classesOf(detections), [detections]);
  const ranked = useMemo(() => byScore(detections), [detections]);
  const shown = useMemo(
    () =>
      ranked
        .filter(d => (d.score === null || d.score >= minimum) && !hidden.has(className(d)))
        .slice(0, DRAWN),
    [ranked, minimum, hidden]
  );
  const present = (detection: DetectionMessage | null): DetectionMessage | null =>
    detection !== null && shown.includes(detection) ? detection : null;
  const active = present(hovered) ?? present(selected);

  return (
    <figure className="mcpw-Picture">
      <Filter
        classes={classes.values()}
        hidden={hidden}
        minimum={detections.some(d => d.score !== null) ? minimum : null}
        onToggle={name => {
          setHidden(toggled(hidden, name));
        }}
        onMinimum={setMinimum}
      />
      <Stage image={image}>
        <Overlay
          picture={image.picture}
          detections={shown}
          classes={classes}
          selected={present(selected)}
          hovered={present(hovered)}
          onSelect={setSelected}
          onHover={setHovered}
        />
      </Stage>
      <Details detection={active} colour={active && classes.get(className(active))?.colour} />
      <figcaption className="mcpw-Muted">
        {[
          `${shown.length.toLocaleString('en')} of ${detections.length.toLocaleString('en')} shown`,
          convention === null ? '' : conventionWords(convention),
          certainty ?? '',
          `over ${image.source}`
        ]
          .filter(part => part !== '')
          .join(' · ')}
      </figcaption>
    </figure>
  );
}

/** Those that can be drawn, highest score first, those without a score after them. */
function byScore(detections: readonly DetectionMessage[]): DetectionMessage[] {
  return detections
    .filter(detection => boundsOf(detection) !== null)
    .sort((one, other) => (other.score ?? -1) - (one.score ?? -1));
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const changed = new Set(names);
  if (!changed.delete(name)) {
    changed.add(name);
  }
  return changed;
}
