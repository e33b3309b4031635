/** Binary masks of a frame. */

export interface Mask {
  readonly width: number;
  readonly height: number;
  /** 1 inside the mask, else 0; row-major. */
  readonly data: Uint8Array;
}

export function emptyMask(width: number, height: number): Mask {
  return { width, height, data: new Uint8Array(width * height) };
}

/** Nearest neighbours like OpenCV: source index ⌊i · source / target⌋. */
export function resizeMask(mask: Mask, width: number, height: number): Mask {
  const out = emptyMask(width, height);
  const columns = sourceIndices(mask.width, width);
  const rows = sourceIndices(mask.height, height);
  let o = 0;
  for (const row of rows)
    for (const column of columns) out.data[o++] = mask.data[row * mask.width + column]!;
  return out;
}

function sourceIndices(source: number, target: number): number[] {
  const step = 1 / (target / source); // rounded twice, as OpenCV does
  return Array.from({ length: target }, (_, i) => Math.min(Math.floor(i * step), source - 1));
}

/** Part of a mask. It has to lie inside. */
export function cropMask(mask: Mask, x: number, y: number, width: number, height: number): Mask {
  const out = emptyMask(width, height);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * mask.width + x;
    out.data.set(mask.data.subarray(start, start + width), row * width);
  }
  return out;
}

/** Erosion by a full 4 × 4 kernel with anchor (2, 2); pixels outside do not erode. */
export function erode(mask: Mask): Mask {
  const { width, height, data } = mask;
  const rows = emptyMask(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let kept = 1;
      for (let k = Math.max(0, x - 2); k <= Math.min(width - 1, x + 1); k++)
        kept &= data[y * width + k]!;
      rows.data[y * width + x] = kept;
    }
  const out = emptyMask(width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let kept = 1;
      for (let k = Math.max(0, y - 2); k <= Math.min(height - 1, y + 1); k++)
        kept &= rows.data[k * width + x]!;
      out.data[y * width + x] = kept;
    }
  return out;
}
