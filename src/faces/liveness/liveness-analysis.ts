/** What the face engine finds out about one live image: the seam between liveness and decisions. */
import type { ImageAnalysis, Point } from '../analysis.ts';
import type { MotionView } from './motion-view.ts';

/** Texture-based liveness of one face. */
export interface PassiveResult {
  /** Fused score, 0..1: 1 is certainly a live person. */
  readonly score: number;
  /** Score of each network, 0..1, by its name. */
  readonly scores: Readonly<Record<string, number>>;
  /** Whether the score reaches the calibrated threshold; false where nothing was decided. */
  readonly live: boolean;
  /** False: the surroundings that the networks need are not in the image (`FullyVisibleFace`). */
  readonly decided: boolean;
}

/** Something to draw: a closed outline in pixels of the upright submitted image. */
export interface EvidenceRegion {
  readonly label: string;
  readonly outline: readonly Point[];
}

/** What one detector of obvious fakes saw. */
export interface FakeEvidence {
  /** Name of the detector, such as `device-border`. */
  readonly detector: string;
  /** 0..1: 1 is certainly a fake. */
  readonly score: number;
  /** Whether the score is high enough to reject. */
  readonly fake: boolean;
  /** What an end user can be told. */
  readonly message: string;
  readonly regions?: readonly EvidenceRegion[];
}

/** One live image. All but `image`, `hash` and `look` only where it has exactly one suitable face. */
export interface LiveAnalysis {
  readonly image: ImageAnalysis;
  readonly passive?: PassiveResult;
  /** Mesh and face in grey, for the comparison with another image. */
  readonly view?: MotionView;
  /** Who it is, see `identityOf`; only where it was asked for. */
  readonly identity?: Float32Array;
  readonly fakes: readonly FakeEvidence[];
  /** Difference hash of the whole upright picture: 256 bits in 32 bytes; alike pictures, few bits. */
  readonly hash: Uint8Array;
  /** How the whole upright picture looks, see `lookOf`: to know it again when it is saved anew. */
  readonly look: Uint16Array;
}

/** How a liveness analysis is to run. */
export interface AnalyseLivenessOptions {
  /** Encode the face, too, as templates are made of; else `image.subject` is absent. */
  readonly features?: boolean;
  /** Say who it is, so that two images can be seen to show one person. */
  readonly identity?: boolean;
  readonly signal?: AbortSignal;
}
