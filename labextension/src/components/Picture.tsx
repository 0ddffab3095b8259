import type { JSX } from 'react';
import type { ImageBlock, RecognitionMessage, RejectedMessage } from '../protocol';
import { Candidates } from './Candidates';
import { Detections } from './Detections';
import { pictureAddress } from './media';
import { Note } from './Note';
import { sizeOf, Stage } from './Stage';
import { counted } from './words';

/** Refused rows that are named one by one. */
const NAMED = 5;

/** A picture of a result, with what was recognised on it. */
export function Picture({ image }: { image: ImageBlock }): JSX.Element {
  const found = image.recognition;
  return (
    <div>
      <Recognised image={image} found={found} />
      {found !== null && notesOn(found).map(note => <Note key={note}>{note}</Note>)}
    </div>
  );
}

interface RecognisedProps {
  image: ImageBlock;
  found: RecognitionMessage | null;
}

function Recognised({ image, found }: RecognisedProps): JSX.Element {
  if (pictureAddress(image.picture.mime, image.picture.data) === null) {
    return <Stage image={image} />;
  }
  if (found !== null && found.outcome === 'ambiguous' && found.candidates.length > 0) {
    return <Candidates image={image} candidates={found.candidates} />;
  }
  if (found !== null && found.detections.length > 0) {
    return (
      <Detections
        image={image}
        detections={found.detections}
        convention={found.convention}
        certainty={found.certainty}
      />
    );
  }
  return (
    <figure className="mcpw-Picture">
      <Stage image={image} />
      <figcaption className="mcpw-Muted">
        {image.source} · {sizeOf(image.picture)}
      </figcaption>
    </figure>
  );
}

function notesOn({ error, detections, rejected }: RecognitionMessage): string[] {
  const bare = detections.filter(d => d.box === null && d.polygons.length === 0).length;
  const warnings = new Map<string, number>();
  for (const warning of detections.flatMap(detection => detection.warnings)) {
    warnings.set(warning, (warnings.get(warning) ?? 0) + 1);
  }
  return [
    error === null ? '' : `Detections: ${error}`,
    bare === 0 ? '' : `${counted(bare, 'detection')} without box or outline`,
    rejected.length === 0 ? '' : refused(rejected),
    ...[...warnings].map(([warning, count]) => `${warning}: ${counted(count, 'detection')}`)
  ].filter(note => note !== '');
}

function refused(rejected: readonly RejectedMessage[]): string {
  const named = rejected
    .slice(0, NAMED)
    .map(({ index, code }) => `${code} (row ${index.toString()})`);
  const more = rejected.length > NAMED ? [counted(rejected.length - NAMED, 'more', 'more')] : [];
  return `${counted(rejected.length, 'row')} not drawn: ${[...named, ...more].join(', ')}`;
}
