/** Looks at the preview several times a second. */
import type { Seen, SeenFace } from './hints.ts';
import { type Grey, greyOf, measureChange, measureLight, outlineMask } from './measures.ts';
import { drawPortrait } from './portrait.ts';

/** Size at which frames are measured: a 4:5 portrait. */
const WIDTH = 160;
const HEIGHT = 200;
/** Milliseconds between two looks. */
const INTERVAL = 100;

/** One look at the preview. */
export interface Look extends Seen {
  readonly grey: Grey;
  /** Of the frame that was looked at. */
  readonly frame: Frame;
}

/** A frame as the browser counts and times it; without number it does neither. */
export interface Frame {
  /** Milliseconds. */
  readonly at: number;
  readonly number: number | undefined;
}

const MASK = outlineMask(WIDTH, HEIGHT);

/** How much the face has changed from one look to a later one. */
export const changeBetween = (first: Look, second: Look): number =>
  measureChange(first.grey, second.grey, MASK);

/** Calls `see` with every look until the signal fires. */
export function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  see: (look: Look) => void,
): void {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const findFaces = faceFinder();
  const frameOf = frameCounter(video, signal);
  let before: Grey | undefined;
  let faces: readonly SeenFace[] | undefined;
  let isFinding = false;
  const look = () => {
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    drawPortrait(video, context);
    const grey = greyOf(WIDTH, HEIGHT, context.getImageData(0, 0, WIDTH, HEIGHT).data);
    const motion =
      before === undefined ? Number.POSITIVE_INFINITY : measureChange(before, grey, MASK);
    before = grey;
    if (findFaces !== undefined && !isFinding) {
      isFinding = true;
      findFaces(canvas)
        .then(
          (found) => {
            faces = found;
          },
          () => undefined,
        )
        .finally(() => {
          isFinding = false;
        });
    }
    see({ grey, light: measureLight(grey, MASK), motion, faces, frame: frameOf() });
  };
  const timer = setInterval(look, INTERVAL);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** What the browser says of the frame it shows now, where it does. */
function frameCounter(video: HTMLVideoElement, signal: AbortSignal): () => Frame {
  let latest: Frame | undefined;
  const next: VideoFrameRequestCallback = (_, metadata) => {
    const { presentationTime, presentedFrames } = metadata;
    latest = { at: presentationTime, number: presentedFrames };
    if (!signal.aborted) video.requestVideoFrameCallback(next);
  };
  // Not all browsers have it.
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(next);
  return () => latest ?? { at: performance.now(), number: undefined };
}

/** The Shape Detection API, which few browsers have. */
interface FaceDetector {
  detect(image: HTMLCanvasElement): Promise<readonly { readonly boundingBox: DOMRectReadOnly }[]>;
}

type FindFaces = (canvas: HTMLCanvasElement) => Promise<readonly SeenFace[]>;

function faceFinder(): FindFaces | undefined {
  const { FaceDetector: Detector } = globalThis as {
    readonly FaceDetector?: new (options: { fastMode: boolean }) => FaceDetector;
  };
  if (Detector === undefined) return undefined;
  const detector = new Detector({ fastMode: true });
  return async (canvas) => {
    const found = await detector.detect(canvas);
    return found.map(({ boundingBox: { x, y, width, height } }) => ({
      x: x / canvas.width,
      y: y / canvas.height,
      width: width / canvas.width,
      height: height / canvas.height,
    }));
  };
}
