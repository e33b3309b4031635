/** Renders a camera's view of a photograph on a sheet or phone, flat or bent. */
import type { Picture } from '../../src/faces/image/picture.ts';
import { sharp } from '../../src/faces/image/sharp.ts';

/** Pose of the sheet. Angles in degrees, lengths in widths of the sheet. */
export interface SheetPose {
  /** Turn out of the image plane. */
  readonly tilt: number;
  /** Direction of the tilt: 0 about the vertical axis, 90 about the horizontal one. */
  readonly tiltDirection: number;
  readonly roll: number;
  /** Camera to the middle of the sheet. */
  readonly distance: number;
  readonly shiftX: number;
  readonly shiftY: number;
  /** Angle of the cylinder that the sheet is bent to, across its width. 0: flat. */
  readonly bend: number;
  /** Factor of brightness. */
  readonly light: number;
}

export interface Camera {
  readonly width: number;
  readonly height: number;
  /** Focal length in pixels. */
  readonly focal: number;
}

const RADIANS = Math.PI / 180;
/** Samples along each side of a pixel. */
const SAMPLES = 2;

/** The view of the photograph before a background. */
export function renderSheet(
  photograph: Picture,
  pose: SheetPose,
  camera: Camera,
  background: Picture,
): Picture {
  const { width, height } = camera;
  const toSheet = sheetLookup(pose, photograph.height / photograph.width);
  const data = new Uint8Array(width * height * 3);
  const colour = new Float64Array(3);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      colour.fill(0);
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const px = x + ((s % SAMPLES) + 0.5) / SAMPLES - width / 2;
        const py = y + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES - height / 2;
        const hit = toSheet(px / camera.focal, py / camera.focal);
        if (hit === undefined) {
          const bx = Math.floor(((x + 0.5) * background.width) / width);
          const by = Math.floor(((y + 0.5) * background.height) / height);
          const p = (by * background.width + bx) * 3;
          for (let c = 0; c < 3; c++) colour[c]! += background.data[p + c]!;
        } else {
          addBilinear(photograph, hit[0], hit[1], pose.light, colour);
        }
      }
      for (let c = 0; c < 3; c++)
        data[o + c] = Math.min(255, colour[c]! / (SAMPLES * SAMPLES) + 0.5);
    }
  }
  return { width, height, data };
}

/**
 * Maps a ray (x / z, y / z) to a place on the sheet in shares of its width and height. Undefined:
 * beside it.
 */
function sheetLookup(pose: SheetPose, aspect: number) {
  const { tilt, tiltDirection, roll, distance, shiftX, shiftY, bend } = pose;
  const turn = rotationOf(tilt * RADIANS, tiltDirection * RADIANS, roll * RADIANS);
  const column = (j: number) => [turn[j]!, turn[3 + j]!, turn[6 + j]!] as const;
  const [u, v, n] = [column(0), column(1), column(2)];
  const centre = [shiftX, shiftY, distance] as const;
  const dot = (a: readonly number[], b: readonly number[]) =>
    a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  return (x: number, y: number): readonly [number, number] | undefined => {
    const ray = [x, y, 1] as const;
    // In the frame of the sheet: origin o + t · d.
    const d = [dot(ray, u), dot(ray, v), dot(ray, n)] as const;
    const o = [-dot(centre, u), -dot(centre, v), -dot(centre, n)] as const;
    let across: number;
    let t: number;
    if (Math.abs(bend) < 0.1) {
      t = -o[2] / d[2];
      across = o[0] + t * d[0];
    } else {
      const radius = 1 / (bend * RADIANS);
      // Cylinder through the origin, its axis at z = radius, along the sheet's height.
      const a = d[0] ** 2 + d[2] ** 2;
      const b = o[0] * d[0] + (o[2] - radius) * d[2];
      const c = o[0] ** 2 + (o[2] - radius) ** 2 - radius ** 2;
      const root = b * b - a * c;
      if (root < 0) return undefined;
      // Of the two crossings, the one on the sheet's half of the cylinder.
      const crossings = [(-b - Math.sqrt(root)) / a, (-b + Math.sqrt(root)) / a];
      const towards = crossings.filter(
        (k) => Math.sign(radius - o[2] - k * d[2]) === Math.sign(radius),
      );
      if (towards.length === 0) return undefined;
      t = Math.min(...towards);
      across = radius * Math.asin(Math.max(-1, Math.min(1, (o[0] + t * d[0]) / radius)));
    }
    if (!(t > 0)) return undefined;
    const sx = across + 0.5;
    const sy = (o[1] + t * d[1]) / aspect + 0.5;
    return sx < 0 || sy < 0 || sx >= 1 || sy >= 1 ? undefined : [sx, sy];
  };
}

/** Roll in the plane, then the tilt about an axis in the plane; row-major 3 × 3. */
function rotationOf(tilt: number, direction: number, roll: number): number[] {
  const [kx, ky] = [-Math.sin(direction), Math.cos(direction)];
  const [c, s, k] = [Math.cos(tilt), Math.sin(tilt), 1 - Math.cos(tilt)];
  const lean = [
    [c + kx * kx * k, kx * ky * k, ky * s],
    [kx * ky * k, c + ky * ky * k, -kx * s],
    [-ky * s, kx * s, c],
  ];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  return lean.flatMap(([a, b, z]) => [a! * cr + b! * sr, b! * cr - a! * sr, z!]);
}

function addBilinear(
  { width, height, data }: Picture,
  u: number,
  v: number,
  light: number,
  into: Float64Array,
): void {
  const x = Math.max(0, Math.min(width - 1.001, u * width - 0.5));
  const y = Math.max(0, Math.min(height - 1.001, v * height - 0.5));
  const p = (Math.floor(y) * width + Math.floor(x)) * 3;
  const [fx, fy] = [x % 1, y % 1];
  for (let c = 0; c < 3; c++) {
    const top = data[p + c]! + (data[p + 3 + c]! - data[p + c]!) * fx;
    const q = p + width * 3;
    const bottom = data[q + c]! + (data[q + 3 + c]! - data[q + c]!) * fx;
    into[c]! += (top + (bottom - top) * fy) * light;
  }
}

/** Effects of a camera and its lamp on a view. */
export interface Capture {
  /** Standard deviation of the blur in pixels. */
  readonly blur: number;
  /** Standard deviation of the noise in grey levels. */
  readonly noise: number;
  /** Quality of the JPEG file, 1..100. */
  readonly quality: number;
  /** A reflection: brightness in grey levels, and its middle in shares of the image. */
  readonly glare: number;
  readonly glareX: number;
  readonly glareY: number;
}

/** The view after saving and decoding. `random` returns 0..1. */
export async function capture(
  { width, height, data }: Picture,
  { blur, noise, quality, glare, glareX, glareY }: Capture,
  random: () => number,
): Promise<Picture> {
  const lit = new Uint8Array(data.length);
  for (let i = 0, p = 0; i < width * height; i++, p += 3) {
    const x = ((i % width) / width - glareX) * 3;
    const y = (Math.floor(i / width) / height - glareY) * 3;
    // A sum of uniform numbers approximates a normal one.
    const grain = (random() + random() + random() - 1.5) * 2 * noise;
    const added = glare * Math.exp(-(x * x + y * y)) + grain;
    for (let c = 0; c < 3; c++) lit[p + c] = Math.max(0, Math.min(255, data[p + c]! + added));
  }
  const raw = { width, height, channels: 3 } as const;
  const image = blur >= 0.3 ? sharp(lit, { raw }).blur(blur) : sharp(lit, { raw });
  const jpeg = await image.jpeg({ quality }).toBuffer();
  return { width, height, data: new Uint8Array(await sharp(jpeg).raw().toBuffer()) };
}
