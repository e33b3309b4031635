/** Prior boxes of the single-shot detector (Liu et al. 2016), in the order Caffe makes them. */
import { numberIn, numbersIn, type TextMessage } from './prototxt.ts';

/**
 * Left, top, right, bottom of every box, as shares of the image: for each cell of the grid the small
 * square, the square between small and large, then each aspect ratio lying and standing.
 */
export function priorBoxes(
  options: TextMessage,
  { rows, columns }: { readonly rows: number; readonly columns: number },
  image: { readonly width: number; readonly height: number },
): Float32Array {
  const small = numberIn(options, 'min_size', 0);
  const large = numberIn(options, 'max_size', 0);
  const stepX = numberIn(options, 'step', image.width / columns);
  const stepY = numberIn(options, 'step', image.height / rows);
  const offset = numberIn(options, 'offset', 0.5);
  const sizes: [number, number][] = [[small, small]];
  if (large > 0) sizes.push([Math.sqrt(small * large), Math.sqrt(small * large)]);
  const flip = (options.flip ?? []).at(-1) !== 'false';
  for (const ratio of numbersIn(options, 'aspect_ratio')) {
    const root = Math.sqrt(ratio);
    sizes.push([small * root, small / root]);
    if (flip) sizes.push([small / root, small * root]);
  }
  const clip = (options.clip ?? []).at(-1) === 'true';
  const inside = (value: number) => (clip ? Math.min(1, Math.max(0, value)) : value);
  const boxes: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (const [width, height] of sizes) {
        const x = (column + offset) * stepX;
        const y = (row + offset) * stepY;
        boxes.push(
          inside((x - width / 2) / image.width),
          inside((y - height / 2) / image.height),
          inside((x + width / 2) / image.width),
          inside((y + height / 2) / image.height),
        );
      }
  return Float32Array.from(boxes);
}
