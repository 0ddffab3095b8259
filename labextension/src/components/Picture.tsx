import type { JSX } from 'react';
import type { ImageBlock, RecognitionMessage } from '../protocol';
import { Candidates } from './Candidates';
import { Detections } from './Detections';
import { pictureAddress } from './media';
import { Note } from './Note';
import { noticesOfRecognition } from './notices';
import { sizeOf, Stage } from './Stage';

/** A picture of a result, with what was recognised on it. */
export function Picture({ image }: { image: ImageBlock }): JSX.Element {
  const found = image.recognition;
  return (
    <div className="mcpw-Recognised">
      <Recognised image={image} found={found} />
      {found !== null &&
        noticesOfRecognition(found).map((notice, index) => <Note key={index}>{notice}</Note>)}
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
  if (found !== null && found.detections.total > 0) {
    return (
      <Detections
        image={image}
        detections={found.detections}
        convention={found.words}
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
