/** Small camera frames between two images, which show how one became the other. */
import { drawPortrait } from './portrait.ts';
import { thinned } from './thinned.ts';

/** A frame of a burst. */
export interface BurstFrame {
  /** JPEG, a small version of the same section as the images. */
  readonly blob: Blob;
  /** Milliseconds since the previous image. */
  readonly at: number;
}

export interface Burst {
  /** Forgets earlier frames and starts again, right after an image. */
  begin(): void;
  /** The frames since then, most of them from the movement. */
  end(): Promise<readonly BurstFrame[]>;
}

/** Milliseconds between two frames, less than a head needs for a few degrees. */
const INTERVAL = 50;
/** Most frames to send, and to keep meanwhile: each takes a third of a megabyte. */
const SENT = 7;
const KEPT = 21;
/** Size of a portrait. The service needs a face about a hundred pixels wide. */
const WIDTH = 256;
const HEIGHT = 320;
const JPEG_QUALITY = 0.85;
/** Size for comparing frames. */
const COMPARED = { width: 32, height: 40 } as const;

interface Shot {
  readonly canvas: HTMLCanvasElement;
  readonly pixels: Uint8ClampedArray;
  readonly at: number;
}

/** Takes frames of the video from `begin` to `end`, until the signal fires. */
export function createBurst(video: HTMLVideoElement, signal: AbortSignal): Burst {
  const compared = canvasOf(COMPARED.width, COMPARED.height);
  const context = compared.getContext('2d', { willReadFrequently: true })!;
  let shots: Shot[] = [];
  let begun: number | undefined;
  const take = () => {
    if (begun === undefined || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const at = performance.now() - begun;
    const canvas = canvasOf(WIDTH, HEIGHT);
    drawPortrait(video, canvas.getContext('2d')!);
    context.drawImage(canvas, 0, 0, COMPARED.width, COMPARED.height);
    const { data } = context.getImageData(0, 0, COMPARED.width, COMPARED.height);
    shots = thinned([...shots, { canvas, pixels: data, at }], KEPT);
  };
  const timer = setInterval(take, INTERVAL);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    begin() {
      shots = [];
      begun = performance.now();
      take();
    },
    async end() {
      take();
      begun = undefined;
      const chosen = thinned(shots, SENT);
      shots = [];
      return Promise.all(
        chosen.map(async ({ canvas, at }) => ({ blob: await jpegOf(canvas), at: Math.round(at) })),
      );
    },
  };
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) =>
    canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY),
  );
  if (blob === null) throw new Error('the browser could not encode the image');
  return blob;
}
