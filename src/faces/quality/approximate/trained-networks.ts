/** The networks trained for quality (`training/measures`), and what they say of an aligned face. */
import type { Session } from '../../../inference/session.ts';
import type { Picture } from '../../image/picture.ts';
import { toPlanes } from '../../resample.ts';
import { crop } from '../kernels/crop.ts';

/** A part of the aligned frame that a network sees pixel by pixel. */
interface View {
  readonly model: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const VIEWS = {
  capture: { model: 'quality-capture', x: 184, y: 184, width: 248, height: 248 },
  expression: { model: 'quality-expression', x: 148, y: 240, width: 320, height: 240 },
} satisfies Record<string, View>;

export type TrainedName = keyof typeof VIEWS;
export const TRAINED_NAMES = Object.keys(VIEWS) as readonly TrainedName[];
export const modelOf = (name: TrainedName): string => VIEWS[name].model;

/** Opens one of the networks. */
export type OpenTrained = (name: TrainedName) => Promise<Session>;

/** Raw values of the measures that bear these names. */
export interface TrainedReadings {
  readonly compressionArtifacts: number;
  readonly sharpness: number;
  readonly expressionNeutrality: number;
}

const PIXELS = { order: 'RGB', mean: [0, 0, 0], scale: [1, 1, 1] } as const;

/** @param frame the aligned picture of 616 × 616 pixels */
export async function readTrained(
  open: OpenTrained,
  frame: Picture,
  checkpoint: () => void,
): Promise<TrainedReadings> {
  const look = async (name: TrainedName) => {
    checkpoint();
    const { x, y, width, height } = VIEWS[name];
    const data = toPlanes(crop(frame, x, y, width, height), PIXELS);
    const session = await open(name);
    return session.run({ input: { data, dims: [1, 3, height, width] } });
  };
  const { compression, sharpness } = await look('capture');
  const { neutrality } = await look('expression');
  return {
    compressionArtifacts: compression!.data[0]!,
    sharpness: sharpness!.data[0]!,
    expressionNeutrality: neutrality!.data[0]!,
  };
}
