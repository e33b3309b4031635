/** Reports to the service what a camera says about itself, and how its frames follow each other. */

import type { Look } from './look.ts';
import type { Grey } from './measures.ts';

/** In the format of the service. Unknown members are absent. */
export interface CaptureReport {
  readonly camera: {
    readonly label: string;
    readonly width?: number;
    readonly height?: number;
    readonly frameRate?: number;
    readonly most?: {
      readonly width?: number;
      readonly height?: number;
      readonly frameRate?: number;
    };
    readonly shown: { readonly width: number; readonly height: number };
  };
  readonly frames: readonly FrameReport[];
}

interface FrameReport {
  readonly at: number;
  readonly number?: number;
  readonly picture: number;
  readonly change?: number;
}

export interface Reporter {
  see(look: Look): void;
  report(): CaptureReport;
}

/** Reported looks, the last nine seconds: nine values and names each, and a body has 1000. */
const MOST_FRAMES = 90;
const MOST_CHARACTERS = 256;

/** Collects the report about the camera that `video` shows. */
export function createReporter(stream: MediaStream, video: HTMLVideoElement): Reporter {
  const frames: FrameReport[] = [];
  const isCounted = 'requestVideoFrameCallback' in video;
  return {
    see({ grey, motion, frame: { at, number } }) {
      if (isCounted && number === undefined) return;
      frames.push({
        at: rounded(at),
        ...(number === undefined ? {} : { number }),
        picture: hashOf(grey),
        ...(Number.isFinite(motion) ? { change: rounded(motion) } : {}),
      });
      if (frames.length > MOST_FRAMES) frames.shift();
    },
    report() {
      const [track] = stream.getVideoTracks();
      const { width, height, frameRate } = track?.getSettings() ?? {};
      const most = capabilitiesOf(track);
      return {
        camera: {
          label: (track?.label ?? '').slice(0, MOST_CHARACTERS),
          ...given({ width, height, frameRate }),
          ...(most === undefined ? {} : { most }),
          shown: { width: video.videoWidth, height: video.videoHeight },
        },
        frames: [...frames],
      };
    },
  };
}

function capabilitiesOf(track: MediaStreamTrack | undefined) {
  // Some browsers lack it.
  const capabilities = track?.getCapabilities?.();
  if (capabilities === undefined) return undefined;
  const { width, height, frameRate } = capabilities;
  return given({ width: width?.max, height: height?.max, frameRate: frameRate?.max });
}

/** Keeps the numeric members. */
const given = (members: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => Number.isFinite(value)),
  ) as Readonly<Record<string, number>>;

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** FNV-1a of the luminances. Noise changes it with every camera frame. */
function hashOf({ values }: Grey): number {
  let hash = 0x811c9dc5;
  for (const value of values) hash = Math.imul(hash ^ Math.round(value * 8), 0x01000193);
  return hash >>> 0;
}
