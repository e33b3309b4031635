/** An uploaded sample, and its form in a row: tags in clear, all pictures in one sealed piece. */

/** An image that was uploaded with a token. */
export interface Sample {
  /** Encoded image: JPEG, PNG, … */
  readonly bytes: Uint8Array;
  /** Directions the head moved to from the sample before. */
  readonly tags: readonly string[];
  /** Small frames since the sample before. */
  readonly burst?: readonly SampleFrame[] | undefined;
}

export interface SampleFrame {
  readonly bytes: Uint8Array;
  /** After the sample before. */
  readonly milliseconds: number;
}

/** Stored in the column `tags`, to which the sealed piece is bound. */
interface Packing {
  readonly tags: readonly string[];
  /** Bytes of the image. */
  readonly image: number;
  /** Of each frame, the time and the bytes. */
  readonly burst: readonly (readonly [milliseconds: number, bytes: number])[];
}

/** A sample without burst is stored as its tags and its bytes. */
export function packed({ bytes, tags, burst }: Sample): { tags: string; bytes: Uint8Array } {
  if (burst === undefined) return { tags: JSON.stringify(tags), bytes };
  const packing: Packing = {
    tags,
    image: bytes.length,
    burst: burst.map((frame) => [frame.milliseconds, frame.bytes.length]),
  };
  return {
    tags: JSON.stringify(packing),
    bytes: Buffer.concat([bytes, ...burst.map((frame) => frame.bytes)]),
  };
}

export function unpacked(column: string, bytes: Uint8Array): Sample {
  const told: readonly string[] | Packing = JSON.parse(column);
  if (!('burst' in told)) return { bytes, tags: told };
  const burst: SampleFrame[] = [];
  let at = told.image;
  for (const [milliseconds, length] of told.burst) {
    burst.push({ milliseconds, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  return { bytes: bytes.subarray(0, told.image), tags: told.tags, burst };
}
