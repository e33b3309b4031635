/** Bytes as the service takes them in JSON. */

/** Base64 of a file, an image or a video, without data-URL prefix. */
export async function toBase64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result)));
    reader.addEventListener('error', () => fail(reader.error));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}
