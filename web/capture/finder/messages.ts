/** What the page and the finder's thread say to each other. */
import type { FoundFace } from './faces.ts';

export type Question =
  | {
      readonly kernel: ArrayBuffer;
      readonly weights: ArrayBuffer;
      readonly hindrances: ArrayBuffer;
    }
  /** A square of the side that the thread has told, RGBA. */
  | { readonly pixels: Uint8ClampedArray };

export type Answer =
  /** Side of the pictures it takes; 0: it cannot run here. */
  { readonly side: number } | { readonly faces: readonly FoundFace[] };
