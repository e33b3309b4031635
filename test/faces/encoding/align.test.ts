/** The patch that encoders see, and what is left of it without its margin. */
import { expect, it } from 'vitest';
import { cutFace, cutPatch, PATCH_SIZE } from '../../../src/faces/encoding/align.ts';
import { crop } from '../../../src/faces/quality/pixels/crop.ts';
import { utilityChip } from '../../../src/faces/quality/utility.ts';
import { noise } from '../quality/pictures.ts';

it.each([
  [
    'a small face, enlarged',
    { a: Math.SQRT1_2, b: Math.LN2 / 9, tx: Math.E * 20, ty: Math.PI * 10 },
  ],
  ['one that is reduced', { a: Math.PI, b: -Math.LN2 / 2, tx: Math.E * 15, ty: Math.PI * 22 }],
  [
    'one that leaves the picture',
    { a: 2 * Math.PI, b: Math.LN2, tx: -Math.E * 30, ty: -Math.PI * 6 },
  ],
])('the patch without its margin has the same pixels: %s', (_, templateToPicture) => {
  const picture = noise(400, 360);
  const patch = cutPatch(picture, templateToPicture);
  const face = cutFace(picture, templateToPicture);
  const margin = (PATCH_SIZE - face.width) / 2;
  const inner = crop(patch, margin, margin, face.width, face.height);
  expect(Buffer.compare(face.data, inner.data)).toBe(0);
  expect(Buffer.compare(utilityChip(face).data, utilityChip(patch).data)).toBe(0);
});
