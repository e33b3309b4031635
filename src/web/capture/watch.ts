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
    see({ grey, light: measureLight(grey, MASK), motion, faces });
  };
  const timer = setInterval(look, INTERVAL);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
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
