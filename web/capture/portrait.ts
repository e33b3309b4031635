/** The shown and sent part of the camera's picture: a portrait with its surroundings. */
import { PORTRAIT_RATIO } from './measures.ts';

/** Longest side of a sent image. More detail changes no decision. */
const MOST_PIXELS = 1600;
/** The service advises against stronger compression. */
const JPEG_QUALITY = 0.92;

export interface CapturedImage {
  /** JPEG, upright, not mirrored. */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The largest centred portrait inside a picture. */
export function portraitCrop(width: number, height: number): Crop {
  const cropWidth = Math.min(width, height * PORTRAIT_RATIO);
  const cropHeight = Math.min(height, width / PORTRAIT_RATIO);
  return {
    x: (width - cropWidth) / 2,
    y: (height - cropHeight) / 2,
    width: cropWidth,
    height: cropHeight,
  };
}

/** The current portrait in the camera's own resolution. */
export async function takePortrait(video: HTMLVideoElement): Promise<CapturedImage> {
  const crop = portraitCrop(video.videoWidth, video.videoHeight);
  const scale = Math.min(1, MOST_PIXELS / crop.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(crop.width * scale);
  canvas.height = Math.round(crop.height * scale);
  drawPortrait(video, canvas.getContext('2d')!);
  const blob = await new Promise<Blob | null>((done) =>
    canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY),
  );
  if (blob === null) throw new Error('the browser could not encode the image');
  return { blob, width: canvas.width, height: canvas.height };
}

/** Draws the current portrait so that it fills the canvas. */
export function drawPortrait(video: HTMLVideoElement, context: CanvasRenderingContext2D): void {
  const { x, y, width, height } = portraitCrop(video.videoWidth, video.videoHeight);
  const { canvas } = context;
  context.drawImage(video, x, y, width, height, 0, 0, canvas.width, canvas.height);
}
