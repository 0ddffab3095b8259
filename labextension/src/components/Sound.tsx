import type { JSX } from 'react';
import type { AudioBlock } from '../protocol';
import { soundAddress } from './media';
import { Note } from './Note';

/** A sound with the browser's own controls. */
export function Sound({ sound }: { sound: AudioBlock }): JSX.Element {
  const address = soundAddress(sound.mime, sound.data);
  if (address === null) {
    return (
      <Note source={sound.source}>
        is no sound that can be played ({sound.mime || 'no type'}); Python has it in{' '}
        <code>.audio</code>
      </Note>
    );
  }
  return (
    <figure className="mcpw-Sound">
      <audio controls preload="metadata" src={address} aria-label={`Sound ${sound.source}`} />
      <figcaption className="mcpw-Muted">
        {sound.source} · {sound.mime}
      </figcaption>
    </figure>
  );
}
