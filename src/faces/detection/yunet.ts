/** YuNet, a detector of a pack (Wu et al., Machine Intelligence Research 2023). */
import type { Session } from '../../inference/session.ts';
import { applySimilarity, scaleOf } from '../geometry.ts';
import { resample, toPlanes } from '../image/resample.ts';
import type { Candidate, Detector } from './detector.ts';

const INPUT_SIZE = 320;
const STRIDES = [8, 16, 32] as const;
const NORMALISATION = { order: 'BGR', mean: [0, 0, 0], scale: [1, 1, 1] } as const;
/** YuNet's box reaches from forehead to chin; the square from brows to chin is smaller. */
const BOX_SCALE = 0.8;
/** Right eye, left eye, nose tip, right and left mouth corner. */
const POINTS = 5;

/** YuNet as a detector on square views of 320 pixels. */
export function createYunet(session: Session): Detector {
  return {
    inputSize: INPUT_SIZE,
    async propose(picture, toPicture, minimum) {
      const view = resample(picture, toPicture, INPUT_SIZE, INPUT_SIZE);
      const input = { data: toPlanes(view, NORMALISATION), dims: [1, 3, INPUT_SIZE, INPUT_SIZE] };
      const outputs = await session.run({ [session.inputs[0]!]: input });
      const found: Candidate[] = [];
      for (const stride of STRIDES) {
        const [cls, obj, bbox, kps] = ['cls', 'obj', 'bbox', 'kps'].map(
          (name) => outputs[`${name}_${stride}`]!.data,
        ) as [Float32Array, Float32Array, Float32Array, Float32Array];
        const columns = INPUT_SIZE / stride;
        for (let i = 0; i < cls.length; i++) {
          const confidence = Math.sqrt(clamp(cls[i]!) * clamp(obj[i]!));
          if (confidence < minimum) continue;
          const column = i % columns;
          const row = Math.floor(i / columns);
          const place = (dx: number, dy: number) =>
            applySimilarity(toPicture, { x: (column + dx) * stride, y: (row + dy) * stride });
          const centre = place(bbox[i * 4]!, bbox[i * 4 + 1]!);
          const longest = Math.exp(Math.max(bbox[i * 4 + 2]!, bbox[i * 4 + 3]!)) * stride;
          const side = longest * BOX_SCALE * scaleOf(toPicture);
          const points = Array.from({ length: POINTS }, (_, k) =>
            place(kps[(i * POINTS + k) * 2]!, kps[(i * POINTS + k) * 2 + 1]!),
          );
          const box = { x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side };
          found.push({ box, points, confidence });
        }
      }
      return found;
    },
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
