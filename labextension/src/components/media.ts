/** Pictures and sounds as data URIs, of the kinds that a browser only ever decodes. */

// SVG is a document with links and styles of its own, so it is not among them
const PICTURES = /^image\/(png|jpeg|gif|webp|bmp|avif)$/i;
const SOUNDS = /^audio\/[a-z0-9][a-z0-9.+-]*$/i;

/** The picture as a data URI, or null where the type is not one of a raster image. */
export function pictureAddress(mime: string, data: string): string | null {
  return PICTURES.test(mime) ? `data:${mime};base64,${data}` : null;
}

/** The sound as a data URI, or null where the type is not one of a sound. */
export function soundAddress(mime: string, data: string): string | null {
  return SOUNDS.test(mime) ? `data:${mime};base64,${data}` : null;
}
