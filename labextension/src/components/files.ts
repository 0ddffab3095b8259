/** Files as base64: read, measured, and known as a picture by how they begin. */
import { pictureAddress } from './media';

/** Bytes: what fits into one message to a kernel, with room for the rest of it. */
export const LARGEST = 7_000_000;

/** How the base64 of a picture begins (the first bytes of its format). */
const BEGINNINGS: readonly [string, string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['Qk', 'image/bmp']
];

/** The content of a file as base64. */
export function readFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = reader.result as string; // data:TYPE;base64,DATA
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('the file cannot be read'));
    };
    reader.readAsDataURL(file);
  });
}

/** How many bytes a base64 text stands for. */
export function bytesOf(base64: string): number {
  const data = base64.replace(/^data:[^,]*,/, '').replace(/=+$/, '');
  return Math.floor((data.length * 3) / 4);
}

/** The data URI of a base64 text that begins as a picture does, else null. */
export function addressOf(base64: string): string | null {
  const data = base64.replace(/^data:[^,]*,/, '');
  const mime = BEGINNINGS.find(([beginning]) => data.startsWith(beginning))?.[1];
  return mime === undefined ? null : pictureAddress(mime, data);
}
