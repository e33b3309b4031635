/** Images and keys as base64, in browsers and in Node. */

/** An image or a video: its bytes, or base64 of them. */
export type Picture = Uint8Array | ArrayBuffer | Blob | string;

/** A small frame between two images, from the capture module. */
export interface BurstFrame {
  readonly blob: Picture;
  /** Milliseconds since the previous image. */
  readonly at: number;
}

/** Frames in the format of the calls. */
export const framesOf = (burst: readonly BurstFrame[]) =>
  Promise.all(burst.map(async ({ blob, at }) => ({ image: await toBase64(blob), at })));

/** Bytes to spread into one call, because engines limit the number of arguments. */
const CHUNK = 0x8000;

export async function toBase64(picture: Picture): Promise<string> {
  if (typeof picture === 'string') return picture;
  const bytes =
    picture instanceof Blob ? new Uint8Array(await picture.arrayBuffer()) : new Uint8Array(picture);
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** The bytes of base64 or base64url. */
export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
