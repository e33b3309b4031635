/** Peaks in the spectrum of a face, caused by the dots of a print. */
import type { Box } from '../geometry.ts';
import { type Picture, toGrey } from '../image/picture.ts';
import { powerSpectrum } from './spectrum.ts';

/** Side of the spectrum. */
const WINDOW = 64;
/** Most windows along one side. More of them hardly change the mean. */
const MOST_ACROSS = 7;
/** Longest side of the region in pixels: enough windows for a steady mean. */
const LARGEST = 384;
/** Lowest frequency in cycles per window. Below it are the features of the face. */
const LOWEST = 9;

interface SpectrumPeak {
  /** Cycles per pixel. */
  readonly x: number;
  readonly y: number;
  /** Power, divided by the median power of equally high frequencies. */
  readonly prominence: number;
}

/** The strongest peak in the face's spectrum. Undefined: the face is too small. */
export function findDots(picture: Picture, face: Box): SpectrumPeak | undefined {
  const power = faceSpectrum(picture, face);
  return power && strongestPeak(power);
}

/** Mean power spectrum of the face, WINDOW × WINDOW, frequency 0 first. Undefined: too small. */
function faceSpectrum(picture: Picture, face: Box): Float64Array | undefined {
  const side = (length: number, limit: number, from: number) => {
    const size = Math.min(length, LARGEST);
    const start = Math.max(0, Math.round(from + (length - size) / 2));
    return [start, Math.min(limit, Math.round(start + size)) - start] as const;
  };
  const [left, width] = side(face.width, picture.width, face.x);
  const [top, height] = side(face.height, picture.height, face.y);
  if (width < WINDOW * 1.5 || height < WINDOW * 1.5) return undefined;
  const region = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 3;
    region.set(picture.data.subarray(from, from + width * 3), y * width * 3);
  }
  return powerSpectrum(toGrey(region), width, height, WINDOW, MOST_ACROSS);
}

/** Skips frequencies caused by the 8 × 8 pixel blocks of JPEG and video. */
const isBlocking = (cycles: number) => cycles % (WINDOW / 8) === 0;
const nearBlocking = (cycles: number) => [-1, 0, 1].some((d) => isBlocking(cycles + d));

/** An examined frequency, in cycles per window, and its index in the spectrum. */
interface Frequency {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** The frequencies of the upper half plane, by their distance from zero. */
const RINGS: readonly (readonly Frequency[])[] = ringsOfFrequencies();

function ringsOfFrequencies(): Frequency[][] {
  const half = WINDOW / 2;
  const rings = Array.from({ length: half + 1 }, (): Frequency[] => []);
  for (let y = -half + 1; y < half; y++)
    for (let x = 0; x < half; x++) {
      if (x === 0 && y <= 0) continue;
      const ring = Math.round(Math.hypot(x, y));
      if (ring < LOWEST || ring > half) continue;
      const blocking =
        (Math.abs(x) <= 1 && nearBlocking(y)) || (Math.abs(y) <= 1 && nearBlocking(x));
      if (!blocking) rings[ring]!.push({ x, y, at: ((y + WINDOW) % WINDOW) * WINDOW + x });
    }
  return rings.filter((ring) => ring.length > 0);
}

function strongestPeak(power: Float64Array): SpectrumPeak {
  let best: SpectrumPeak = { x: 0, y: 0, prominence: 0 };
  for (const ring of RINGS) {
    const values = Float64Array.from(ring, ({ at }) => power[at]!).sort();
    const median = Math.max(values[values.length >> 1]!, 1e-9);
    for (const { x, y, at } of ring) {
      const prominence = power[at]! / median;
      if (prominence > best.prominence) best = { x: x / WINDOW, y: y / WINDOW, prominence };
    }
  }
  return best;
}
