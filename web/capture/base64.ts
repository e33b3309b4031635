/** Bytes in the service's JSON format. */
import type { BurstFrame } from './burst.ts';

/** Base64 of a file, image or video, without data-URL prefix. */
export async function toBase64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result)));
    reader.addEventListener('error', () => fail(reader.error));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

/** Frames as the `burst` member of an image. Undefined if there are none. */
export const burstToBase64 = async (burst: readonly BurstFrame[] | undefined) =>
  burst === undefined
    ? undefined
    : Promise.all(burst.map(async ({ blob, at }) => ({ image: await toBase64(blob), at })));
