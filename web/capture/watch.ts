/** Looks at the preview several times a second. */
import type { Finder } from './finder/finder.ts';
import type { Faces } from './hints.ts';
import { createLooker, type Frame, HEIGHT, type Look, WIDTH } from './look.ts';
import { greyOf } from './measures.ts';
import { drawPortrait, portraitCrop } from './portrait.ts';

/** Milliseconds between two looks. */
const INTERVAL = 100;

/** The face finder, once loaded. `unknown`: it is not available. */
export type FinderState = Finder | 'awaited' | 'unknown';

/** Calls `see` with every look until the signal fires, and `onLost` if the finder dies. */
export function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  finder: () => FinderState,
  onLost: () => void,
  see: (look: Look) => void,
): void {
  const portrait = pixelContext(WIDTH, HEIGHT);
  const square = pixelContext(0, 0);
  const frameOf = frameCounter(video, signal);
  const lookOf = createLooker();
  let isLooking = false;
  const look = async () => {
    if (isLooking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    isLooking = true;
    drawPortrait(video, portrait);
    const grey = greyOf(WIDTH, HEIGHT, portrait.getImageData(0, 0, WIDTH, HEIGHT).data);
    const frame = frameOf();
    const faces = await facesOf(finder(), video, square);
    isLooking = false;
    if (signal.aborted) return;
    if (faces === undefined) onLost();
    else see(lookOf(grey, faces, frame));
  };
  const timer = setInterval(() => void look(), INTERVAL);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/**
 * Faces of the square as high as the portrait, with the portrait in its middle. Undefined: the
 * finder has died, and the frame may be old.
 */
async function facesOf(
  finder: FinderState,
  video: HTMLVideoElement,
  context: CanvasRenderingContext2D,
): Promise<Faces | undefined> {
  if (finder === 'awaited' || finder === 'unknown') return finder;
  const { x, y, width, height } = portraitCrop(video.videoWidth, video.videoHeight);
  const left = x - (height - width) / 2;
  const { canvas } = context;
  const { side } = finder;
  // Setting its size clears it, too. Next to a narrow picture all is black.
  canvas.width = side;
  canvas.height = side;
  context.drawImage(video, left, y, height, height, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  try {
    return await finder.find(data);
  } catch {
    return undefined;
  }
}

function pixelContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true })!;
}

/** The browser's data about the current frame, if available. */
function frameCounter(video: HTMLVideoElement, signal: AbortSignal): () => Frame {
  let latest: Frame | undefined;
  const next: VideoFrameRequestCallback = (_, metadata) => {
    const { presentationTime, presentedFrames } = metadata;
    latest = { at: presentationTime, number: presentedFrames };
    if (!signal.aborted) video.requestVideoFrameCallback(next);
  };
  // Some browsers lack it.
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(next);
  return () => latest ?? { at: performance.now(), number: undefined };
}
