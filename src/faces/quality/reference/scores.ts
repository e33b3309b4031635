/** Measures that the reference takes from networks of their own, on the aligned face. */
import type { Session } from '../../../inference/session.ts';
import type { TreeEnsemble } from '../../../inference/tree-ensemble.ts';
import { toPlanes } from '../../resample.ts';
import { crop } from '../kernels/crop.ts';
import { resizeBilinear, resizePlanes } from '../kernels/resize.ts';
import type { Estimator } from '../measure.ts';
import { factOf } from '../prepared-face.ts';

const unit = [1 / 255, 1 / 255, 1 / 255] as const;
const MAGFACE = { order: 'BGR', mean: [0, 0, 0], scale: unit } as const;
const SSIM = {
  order: 'RGB',
  mean: [123.7, 116.3, 103.5],
  scale: [1 / 58.4, 1 / 57.1, 1 / 57.4],
} as const;
const IMAGENET = {
  order: 'RGB',
  mean: [0.485 * 255, 0.456 * 255, 0.406 * 255],
  scale: [1 / (0.229 * 255), 1 / (0.224 * 255), 1 / (0.225 * 255)],
} as const;
/** The part of the frame whose expression is judged. */
const EXPRESSION = { x: 144, y: 148, width: 328, height: 340 };

const firstOutput = async (network: Session, data: Float32Array, side: number) => {
  const outputs = await network.run({ input: { data, dims: [1, 3, side, side] } });
  return outputs[network.outputs[0]!]!.data;
};

/** Length of the MagFace vector. */
export function unifiedScoreBy(network: Session): Estimator {
  return {
    needs: ['aligned'],
    async estimate(face) {
      const small = resizeBilinear(factOf(face, 'aligned').picture, 192, 192);
      const view = crop(small, 40, 33, 112, 112);
      return (await firstOutput(network, toPlanes(view, MAGFACE), 112))[0]!;
    },
  };
}

/** Structural similarity that the network expects between the face and itself uncompressed. */
export function compressionBy(network: Session): Estimator {
  return {
    needs: ['aligned'],
    async estimate(face) {
      const view = crop(factOf(face, 'aligned').picture, 184, 184, 248, 248);
      return (await firstOutput(network, toPlanes(view, SSIM), 248))[0]!;
    },
  };
}

/** Boosted trees on the features of two networks (EfficientNet B0, then B2). */
export function expressionBy(b0: Session, b2: Session, trees: TreeEnsemble): Estimator {
  return {
    needs: ['aligned'],
    async estimate(face) {
      const { x, y, width, height } = EXPRESSION;
      const view = crop(factOf(face, 'aligned').picture, x, y, width, height);
      const planes = toPlanes(view, IMAGENET);
      const features: Float32Array[] = [];
      for (const [network, side] of [
        [b0, 224],
        [b2, 260],
      ] as const)
        features.push(await firstOutput(network, resizePlanes(planes, view, side, side), side));
      return trees.sum(Float32Array.from(features.flatMap((part) => [...part])));
    },
  };
}
