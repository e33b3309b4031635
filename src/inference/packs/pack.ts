/** What a pack says of its network. */
import type { ImageInput } from '../models/manifest.ts';

export interface PackFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface PackFacts {
  readonly name: string;
  readonly description: string;
  readonly licence: string;
  readonly provenance: string;
  /** For `models list`: known facts and gaps about its accuracy. */
  readonly note?: string;
  /** `onnx`: a file used as it is. Others are converted. */
  readonly format: 'onnx' | 'espdl' | 'torch-minifasnet';
  readonly file: PackFile;
  readonly input: ImageInput;
}

export interface EncoderPack extends PackFacts {
  readonly kind: 'encoder';
  readonly encoder: {
    /** Name of the output with the embedding. */
    readonly output: string;
    readonly dimension: number;
    /** Set if the network is not also run on the mirror image. */
    readonly mirror?: false;
  };
}

export interface DetectorPack extends PackFacts {
  readonly kind: 'detector';
}

/** A network that distinguishes live faces from presentation attacks. */
export interface PadPack extends PackFacts {
  readonly kind: 'pad';
  readonly pad: {
    readonly output: string;
    /** Index of the live class. */
    readonly live: number;
    /** True: the output is logits, not probabilities. */
    readonly logits: boolean;
    /**
     * `shift`: the face box times `scale`, pushed inside the image. `reflect`: a square of the
     * longer side times `scale`; the image is mirrored at its border. `inside`: a square of the
     * width times `scale`, reduced and pushed to lie inside the image.
     */
    readonly crop: 'shift' | 'reflect' | 'inside';
    readonly scale: number;
  };
}

export type Pack = EncoderPack | DetectorPack | PadPack;

export const raw = (repository: string, commit: string, path: string): string =>
  `https://raw.githubusercontent.com/${repository}/${commit}/${path}`;
