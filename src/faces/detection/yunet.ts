/** YuNet, the detector of a pack (Wu et al., Machine Intelligence Research 2023). */
import type { Session } from '../../inference/session.ts';
import { applySimilarity, type Rotation, scaleOf } from '../geometry.ts';
import type { Picture } from '../image/picture.ts';
import { resample, toPlanes } from '../image/resample.ts';
import { type Candidate, type Detector, middleOf, type View, viewAround } from './detector.ts';

/** Longest side of the view at magnification 1; sides are multiples of the coarsest stride. */
const LONG_SIDE = 320;
const STRIDES = [8, 16, 32] as const;
const COARSEST = 32;
const NORMALISATION = { order: 'BGR', mean: [0, 0, 0], scale: [1, 1, 1] } as const;
/**
 * YuNet's box reaches from forehead to chin. The mesh was trained with the square of BlazeFace. Its
 * side is this share of width and height, and its centre this share of the height further down (625
 * portraits of LFW and the London Set; the side is right within 10 % for 95 % of them).
 */
const SIDE = { width: 0.406, height: 0.503, down: 0.086 } as const;
/** Right eye, left eye, nose tip, right and left mouth corner. */
const POINTS = 5;

/**
 * YuNet as a detector. It finds upside-down faces too, and takes them for upright. Only its
 * confidence tells them apart (2620 faces of 12 to 120 pixels, plain, blurred, dark, grey, masked:
 * right for 99.8 %).
 */
export function createYunet(session: Session): Detector {
  return {
    certainty: {
      face: 0.7,
      beside: 0.8,
      upright: 0.92,
      notSideways: 0.92,
      enough: 0.75,
      bonus: 0,
    },
    narrowest: 14 / LONG_SIDE,
    turned: [[1], [1 / 2, 2]],
    closer: [2, 4],
    views(picture, magnification, rotation) {
      const isLarge = Math.max(picture.width, picture.height) > (LONG_SIDE * magnification) / 2;
      return magnification <= 1 || isLarge ? [wholePicture(picture, magnification, rotation)] : [];
    },
    async propose(picture, view, minimum) {
      const { width, height, toPicture } = view;
      const pixels = toPlanes(resample(picture, toPicture, width, height), NORMALISATION);
      const input = { data: pixels, dims: [1, 3, height, width] };
      const outputs = await session.run({ input });
      return STRIDES.flatMap((stride) => {
        const [cls, obj, bbox, kps] = ['cls', 'obj', 'bbox', 'kps'].map(
          (name) => outputs[`${name}_${stride}`]!.data,
        ) as [Float32Array, Float32Array, Float32Array, Float32Array];
        return read({ cls, obj, bbox, kps, stride }, view, minimum);
      });
    },
  };
}

function wholePicture(picture: Picture, magnification: number, rotation: Rotation): View {
  const { width, height } = picture;
  const scale = Math.max(width, height) / (LONG_SIDE * magnification);
  const side = (length: number) => Math.ceil(length / scale / COARSEST - 1e-6) * COARSEST;
  const [across, down] = rotation % 180 === 0 ? [width, height] : [height, width];
  return viewAround(
    middleOf({ x: 0, y: 0, width, height }),
    { width: side(across), height: side(down) },
    scale,
    rotation,
  );
}

/** The network's output for the cells of a stride. */
interface Cells {
  readonly stride: number;
  readonly cls: Float32Array;
  readonly obj: Float32Array;
  readonly bbox: Float32Array;
  readonly kps: Float32Array;
}

function read(cells: Cells, { width, toPicture }: View, minimum: number): Candidate[] {
  const { stride, cls, obj, bbox, kps } = cells;
  const columns = width / stride;
  const found: Candidate[] = [];
  for (let i = 0; i < cls.length; i++) {
    const confidence = Math.sqrt(clamp(cls[i]!) * clamp(obj[i]!));
    if (confidence < minimum) continue;
    const place = (dx: number, dy: number) =>
      applySimilarity(toPicture, {
        x: ((i % columns) + dx) * stride,
        y: (Math.floor(i / columns) + dy) * stride,
      });
    const [wide, high] = [Math.exp(bbox[i * 4 + 2]!), Math.exp(bbox[i * 4 + 3]!)];
    const side = (SIDE.width * wide + SIDE.height * high) * stride * scaleOf(toPicture);
    const middle = place(bbox[i * 4]!, bbox[i * 4 + 1]! + SIDE.down * high);
    const points = Array.from({ length: POINTS }, (_, k) =>
      place(kps[(i * POINTS + k) * 2]!, kps[(i * POINTS + k) * 2 + 1]!),
    );
    const box = { x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side };
    found.push({ box, points, confidence });
  }
  return found;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
