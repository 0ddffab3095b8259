import type { CSSProperties, JSX, ReactNode } from 'react';
import type { ImageBlock, PictureMessage } from '../protocol';
import { pictureAddress } from './media';
import { Note } from './Note';

/** Screen pixels: a higher picture is made smaller, a narrower one larger. */
const HIGHEST = 560;
const NARROWEST = 240;

export interface StageProps {
  image: ImageBlock;
  /** What lies over the picture. */
  children?: ReactNode;
}

/** A picture as large as the place allows, with what lies over it. */
export function Stage({ image, children }: StageProps): JSX.Element {
  const { source, picture } = image;
  const address = pictureAddress(picture.mime, picture.data);
  if (address === null) {
    return (
      <Note source={source}>
        is no picture that is shown here ({picture.mime || 'no type'}); Python has it in{' '}
        <code>.images</code>
      </Note>
    );
  }
  return (
    <div className="mcpw-Stage" style={frameOf(picture)}>
      <img src={address} alt={`Picture ${source}, ${sizeOf(picture)}`} draggable={false} />
      {children}
    </div>
  );
}

/** Width and height in pixels, as words. */
export function sizeOf({ width, height }: PictureMessage): string {
  return `${width.toString()} × ${height.toString()}`;
}

function frameOf({ width, height }: PictureMessage): CSSProperties {
  const wanted = Math.min(Math.max(width, NARROWEST), (HIGHEST * width) / height);
  return {
    width: wanted,
    aspectRatio: `${width.toString()} / ${height.toString()}`,
    imageRendering: wanted >= 2 * width ? 'pixelated' : undefined
  };
}
