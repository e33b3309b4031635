/** An encoder without doubt: its vector follows from the bytes of the thumbnail and its version. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Template, Thumbnail } from '../../src/templates/template.ts';
import { cosine } from '../../testing/template-samples.ts';

const THUMBNAIL_BYTES = 500;
/** An encoding takes time, during which others change the template. */
const MILLISECONDS = 2;

function vectorOf(png: Uint8Array, version: number): Float32Array {
  const bytes = createHash('sha512').update(png).update(String(version)).digest();
  const values = Float32Array.from(bytes, (byte) => byte - 127.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

export const sureEncoder = (version: number) => ({
  async encodeThumbnail(png: Uint8Array): Promise<Float32Array> {
    await sleep(MILLISECONDS);
    return vectorOf(png, version);
  },
});

/** A sample as that encoder enrols it. */
export function sampleOf(version: number) {
  const thumbnail = {
    featureId: randomUUID(),
    enrolled: new Date(),
    png: randomBytes(THUMBNAIL_BYTES),
  };
  const { featureId: id, enrolled, png } = thumbnail;
  return { feature: { id, enrolled, values: vectorOf(png, version) }, thumbnail };
}

/** Whether every vector is that of its thumbnail, by the encoder that the template names. */
export function isWhole(
  { features, encoderVersion }: Pick<Template, 'features' | 'encoderVersion'>,
  thumbnails: readonly Thumbnail[],
): boolean {
  const pictures = new Map(thumbnails.map(({ featureId, png }) => [featureId, png]));
  return (
    pictures.size === features.length &&
    features.every(({ id, values }) => {
      const png = pictures.get(id);
      return png !== undefined && cosine(values, vectorOf(png, encoderVersion)) > 0.999;
    })
  );
}
