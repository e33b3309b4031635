/** An uploaded sample, and its row: tags in clear, all images in one sealed piece. */

/** An image uploaded with a token. */
export interface Sample {
  /** Encoded image: JPEG, PNG, … */
  readonly bytes: Uint8Array;
  /** Directions the head moved to since the previous sample. */
  readonly tags: readonly string[];
  /** Small frames since the previous sample. */
  readonly burst?: readonly SampleFrame[] | undefined;
  /** Evidence against the camera. Undefined: the page reported none. */
  readonly suspicions?: readonly string[] | undefined;
}

export interface SampleFrame {
  readonly bytes: Uint8Array;
  /** Time since the previous sample. */
  readonly milliseconds: number;
}

/** Stored in the column `tags`, to which the sealed piece is bound. */
interface Packing {
  readonly tags: readonly string[];
  /** Bytes of the image. */
  readonly image: number;
  /** Time and size of each frame. */
  readonly burst: readonly (readonly [milliseconds: number, bytes: number])[];
  readonly suspicions?: readonly string[];
}

/** A sample with neither burst nor camera report is stored as its tags and its bytes. */
export function packed(sample: Sample): { tags: string; bytes: Uint8Array } {
  const { bytes, tags, burst = [], suspicions } = sample;
  if (burst.length === 0 && suspicions === undefined) return { tags: JSON.stringify(tags), bytes };
  const packing: Packing = {
    tags,
    image: bytes.length,
    burst: burst.map((frame) => [frame.milliseconds, frame.bytes.length]),
    ...(suspicions && { suspicions }),
  };
  return {
    tags: JSON.stringify(packing),
    bytes: Buffer.concat([bytes, ...burst.map((frame) => frame.bytes)]),
  };
}

/** Whether they are stored alike. */
export function isSame(one: Sample, other: Sample): boolean {
  const [a, b] = [packed(one), packed(other)];
  return a.tags === b.tags && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** The sample with the evidence of an earlier upload of its image, too. */
export function withEvidenceOf(earlier: Sample, sample: Sample): Sample {
  if (earlier.suspicions === undefined) return sample;
  const suspicions = new Set([...earlier.suspicions, ...(sample.suspicions ?? [])]);
  return { ...sample, suspicions: [...suspicions] };
}

export function unpacked(column: string, bytes: Uint8Array): Sample {
  const packing: readonly string[] | Packing = JSON.parse(column);
  if (!('burst' in packing)) return { bytes, tags: packing };
  const burst: SampleFrame[] = [];
  let at = packing.image;
  for (const [milliseconds, length] of packing.burst) {
    burst.push({ milliseconds, bytes: bytes.subarray(at, at + length) });
    at += length;
  }
  return {
    bytes: bytes.subarray(0, packing.image),
    tags: packing.tags,
    ...(burst.length > 0 && { burst }),
    ...(packing.suspicions && { suspicions: packing.suspicions }),
  };
}
