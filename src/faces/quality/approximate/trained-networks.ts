/** Runs the networks trained for quality (`training/measures`) on an aligned face. */
import type { Session } from '../../../inference/session.ts';
import type { Similarity } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../image/resample.ts';
import { headCovering } from '../head-covering.ts';
import { crop } from '../pixels/crop.ts';
import { readSharpness } from '../sharpness.ts';
import { readUtility } from '../utility.ts';

/** Names in the manifest. */
const MODELS = {
  capture: 'quality-capture',
  sharpness: 'quality-sharpness',
  expression: 'quality-expression',
  utility: 'quality-utility',
  segmentation: 'quality-segmentation',
  coverings: 'quality-coverings',
  heads: 'quality-heads',
} as const;

export type TrainedName = keyof typeof MODELS;
export const TRAINED_NAMES = Object.keys(MODELS) as readonly TrainedName[];
export const modelOf = (name: TrainedName): string => MODELS[name];

/** A part of the aligned frame that a network processes pixel by pixel. */
interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const VIEWS = {
  capture: { x: 184, y: 184, width: 248, height: 248 },
  expression: { x: 148, y: 240, width: 320, height: 240 },
} satisfies Record<string, View>;

/** Opens a trained network. */
export type OpenTrained = (name: TrainedName) => Promise<Session>;

/** Raw values of the measures with these names. */
export type TrainedReadings = Awaited<ReturnType<typeof readTrained>>;

/** A face in the forms that networks take. */
export interface SeenFace {
  /** The aligned picture of 616 × 616 pixels, and the same at 128 × 128. */
  readonly frame: Picture;
  readonly view: Picture;
  /** As comparison uses it, without the margin, and its alignment. */
  readonly patch: Picture;
  readonly templateToPicture: Similarity;
  /** See `CoversSeen`. */
  readonly cloth: number;
}

/** If no measure needs them. */
export const UNREAD: TrainedReadings = {
  compressionArtifacts: Number.NaN,
  sharpness: Number.NaN,
  expressionNeutrality: Number.NaN,
  unifiedQualityScore: Number.NaN,
  eyesVisible: Number.NaN,
  noHeadCoverings: Number.NaN,
};

const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

/** Covered share of the eyes, 0..1. @param session of `coverings` @param view as in `SeenFace` */
export async function readGlasses(session: Session, view: Picture): Promise<number> {
  const dims = [1, 3, view.height, view.width];
  const { eyes } = await session.run({ input: { data: toPlanes(view, PIXELS), dims } });
  return eyes!.data[0]!;
}

/** @param checkpoint called before every network; throws when the caller has left */
export async function readTrained(
  open: OpenTrained,
  { frame, view, patch, templateToPicture, cloth }: SeenFace,
  checkpoint: () => void,
) {
  const look = async (name: TrainedName, picture: Picture) => {
    checkpoint();
    const { width, height } = picture;
    const session = await open(name);
    return session.run({ input: { data: toPlanes(picture, PIXELS), dims: [1, 3, height, width] } });
  };
  const part = (name: keyof typeof VIEWS) => {
    const { x, y, width, height } = VIEWS[name];
    return look(name, crop(frame, x, y, width, height));
  };
  const { compression } = await part('capture');
  const { neutrality } = await part('expression');
  const { eyes, head } = await look('coverings', view);
  const { covered } = await look('heads', view);
  return {
    compressionArtifacts: compression!.data[0]!,
    sharpness: await readSharpness(await open('sharpness'), patch, templateToPicture),
    expressionNeutrality: neutrality!.data[0]!,
    unifiedQualityScore: await readUtility(await open('utility'), patch),
    eyesVisible: eyes!.data[0]!,
    noHeadCoverings: headCovering({ share: head!.data[0]!, odds: covered!.data[0]!, cloth }),
  };
}
