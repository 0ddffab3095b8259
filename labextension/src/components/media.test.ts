import { expect, test } from 'vitest';
import { pictureAddress, soundAddress } from './media';

test.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif'])(
  '%s is shown',
  mime => {
    expect(pictureAddress(mime, 'QUJD')).toBe(`data:${mime};base64,QUJD`);
  }
);

test.each(['image/svg+xml', 'text/html', '', 'image/png,<svg>', 'image/png\n', 'audio/wav'])(
  '%j is no picture',
  mime => {
    expect(pictureAddress(mime, 'QUJD')).toBeNull();
  }
);

test('sounds of any type are played, other things are not', () => {
  expect(soundAddress('audio/x-wav', 'QUJD')).toBe('data:audio/x-wav;base64,QUJD');
  expect(soundAddress('audio/wav;x=1,text', '')).toBeNull();
  expect(soundAddress('video/mp4', '')).toBeNull();
});
