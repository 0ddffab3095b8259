import { useId, useState } from 'react';
import type { JSX } from 'react';
import type { CandidateMessage, ImageBlock } from '../protocol';
import { Detections } from './Detections';
import { Stage } from './Stage';
import { counted } from './words';

export interface CandidatesProps {
  image: ImageBlock;
  candidates: readonly CandidateMessage[];
}

/** Boxes whose numbers can be read in several ways: none is drawn until a person picks one. */
export function Candidates({ image, candidates }: CandidatesProps): JSX.Element {
  const [chosen, setChosen] = useState(-1);
  const name = useId();
  const candidate = candidates[chosen];
  const option = (index: number, words: string): JSX.Element => (
    <label key={index}>
      <input
        type="radio"
        name={name}
        checked={chosen === index}
        onChange={() => {
          setChosen(index);
        }}
      />
      {words}
    </label>
  );
  return (
    <div className="mcpw-Candidates">
      <fieldset>
        <legend>
          These numbers fit {counted(candidates.length, 'convention')}. Which one fits the picture?
        </legend>
        {option(-1, 'no boxes')}
        {candidates.map(({ words, detections }, index) =>
          option(index, `${words} (${detections.total.toLocaleString('en')})`)
        )}
      </fieldset>
      {candidate === undefined ? (
        <figure className="mcpw-Picture">
          <Stage image={image} />
          <figcaption className="mcpw-Muted">no boxes drawn · over {image.source}</figcaption>
        </figure>
      ) : (
        <>
          <Detections
            key={chosen}
            image={image}
            detections={candidate.detections}
            convention={candidate.words}
            certainty="preview"
          />
          <p className="mcpw-Muted">
            In Python: <code>result.recognition.candidates[{chosen}].detections</code>
          </p>
        </>
      )}
    </div>
  );
}
