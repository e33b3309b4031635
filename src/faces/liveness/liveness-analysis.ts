/** Evidence for and against a live person in one image. */
/** Texture-based liveness of one face. */
export interface PassiveResult {
  /** Fused score, 0..1: 1 is certainly a live person. */
  readonly score: number;
  /** Score of each network, 0..1, by its name. */
  readonly scores: Readonly<Record<string, number>>;
  /** Whether the score reaches the calibrated threshold. False if nothing was decided. */
  readonly live: boolean;
  /** False: the image lacks the surroundings that the networks need (`FullyVisibleFace`). */
  readonly decided: boolean;
}

/** Findings of one detector of obvious fakes. */
export interface FakeEvidence {
  /** Name of the detector, such as `device-border`. */
  readonly detector: string;
  /** 0..1: 1 is certainly a fake. */
  readonly score: number;
  /** Whether the score is high enough to reject. */
  readonly fake: boolean;
  /** The message for an end user. */
  readonly message: string;
}
