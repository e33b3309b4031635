/** Chooses the frames that show a movement. */

interface Pixels {
  /** RGBA. */
  readonly pixels: Uint8ClampedArray;
}

/** At most this many. Drops frames whose neighbours differ least. */
export function thinned<T extends Pixels>(shots: readonly T[], most: number): T[] {
  const kept = [...shots];
  while (kept.length > most) {
    const inner = kept.slice(1, -1).map((_, i) => change(kept[i]!, kept[i + 2]!));
    kept.splice(1 + inner.indexOf(Math.min(...inner)), 1);
  }
  return kept;
}

function change({ pixels }: Pixels, other: Pixels): number {
  let sum = 0;
  // Green carries most of the luminance.
  for (let i = 1; i < pixels.length; i += 4) sum += Math.abs(pixels[i]! - other.pixels[i]!);
  return sum;
}
