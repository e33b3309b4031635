/** Passive liveness: do texture and surroundings of one face look like a person or a picture? */
import type { PadPack } from '../../inference/pack-schema.ts';
import type { Session } from '../../inference/session.ts';
import type { Box } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { type Normalisation, toPlanes } from '../resample.ts';
import { cropArea, cropBilinear, enlarge, shiftInside } from './crops.ts';

/** One loaded network of the `pad` pack. */
export interface PadNetwork {
  readonly pack: PadPack;
  readonly session: Session;
}

/** What the network sees of a face: its input [3, height, width]. */
export function padInput({ pad, input }: PadPack, picture: Picture, face: Box): Float32Array {
  const normalisation: Normalisation = {
    order: input.channels === 'bgr' ? 'BGR' : 'RGB',
    mean: input.mean,
    scale: [input.scale, input.scale, input.scale],
  };
  if (pad.crop === 'shift') {
    const box = shiftInside(enlarge(face, pad.scale), picture);
    return toPlanes(cropBilinear(picture, box, input.width, input.height), normalisation);
  }
  const side = Math.max(face.width, face.height);
  const square = {
    x: face.x + (face.width - side) / 2,
    y: face.y + (face.height - side) / 2,
    width: side,
    height: side,
  };
  return toPlanes(cropArea(picture, enlarge(square, pad.scale), input.width), normalisation);
}

/** The network's probability that the face is live, 0..1. */
export async function padScore(
  { pack, session }: PadNetwork,
  picture: Picture,
  face: Box,
): Promise<number> {
  const { width, height } = pack.input;
  const data = padInput(pack, picture, face);
  const outputs = await session.run({ input: { data, dims: [1, 3, height, width] } });
  const values = outputs[pack.pad.output]!.data;
  if (!pack.pad.logits) return values[pack.pad.live]!;
  const most = Math.max(...values);
  const exponents = values.map((value) => Math.exp(value - most));
  return exponents[pack.pad.live]! / exponents.reduce((sum, value) => sum + value, 0);
}
