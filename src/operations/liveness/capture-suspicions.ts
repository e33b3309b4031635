/** What a report of a camera says against it. It vouches for nothing: it is easily made up. */
import { VIRTUAL_CAMERAS } from './virtual-cameras.ts';

/** What the page that took the images tells of the camera, and of the pictures it saw of it. */
export interface CaptureReport {
  readonly camera: CameraReport;
  /** Those the page looked at, in their order. */
  readonly frames: readonly FrameReport[];
}

/** As the browser describes the track; null or absent: it does not. */
export interface CameraReport {
  readonly label: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly frameRate?: number | null;
  /** The most that the camera is able to. */
  readonly most?: {
    readonly width?: number | null;
    readonly height?: number | null;
    readonly frameRate?: number | null;
  } | null;
  /** Of the picture that was shown. */
  readonly shown?: { readonly width: number; readonly height: number } | null;
}

export interface FrameReport {
  /** Milliseconds, when the frame was taken or else presented. */
  readonly at: number;
  /** Frames the camera had given by then; absent: the browser does not count. */
  readonly number?: number | null;
  /** Hash of the picture. */
  readonly picture: number;
  /** How much the face changed since the frame before; 0.5: a turn of the head. */
  readonly change?: number | null;
}

export type CaptureSuspicion =
  | 'virtual camera'
  | 'impossible camera'
  | 'implausible frame times'
  | 'repeated frames'
  | 'cut between frames';

const CHECKS: readonly (readonly [CaptureSuspicion, (report: CaptureReport) => boolean])[] = [
  ['virtual camera', ({ camera }) => isVirtual(camera.label)],
  ['impossible camera', ({ camera }) => isImpossible(camera)],
  ['implausible frame times', hasImplausibleTimes],
  ['repeated frames', hasRepeatedFrames],
  ['cut between frames', hasCut],
];

/** Why the report is not that of a camera before which a person sits; empty: nothing speaks so. */
export function captureSuspicions(report: CaptureReport): readonly CaptureSuspicion[] {
  return CHECKS.flatMap(([suspicion, holds]) => (holds(report) ? [suspicion] : []));
}

/** Streams that a page makes itself are called by a GUID, or not at all. */
const MADE_BY_A_PAGE = /^(\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?)?$/i;

const isVirtual = (label: string): boolean =>
  MADE_BY_A_PAGE.test(label.trim()) || VIRTUAL_CAMERAS.some((name) => name.test(label));

/** More than the camera is able to, or a picture of other proportions than it says. */
function isImpossible({ width, height, frameRate, most, shown }: CameraReport): boolean {
  const above = (value?: number | null, limit?: number | null) =>
    value != null && limit != null && value > limit * 1.01;
  // Turned phones swap the sides of one and not of the other.
  const least = (size?: { width?: number | null; height?: number | null } | null) =>
    size?.width && size.height ? Math.min(size.width, size.height) : undefined;
  if (above(least({ width: width ?? null, height: height ?? null }), mostSide(most))) return true;
  if (above(frameRate, most?.frameRate) || (frameRate ?? 0) > MOST_FRAME_RATE) return true;
  const told = least({ width: width ?? null, height: height ?? null });
  const seen = least(shown);
  return told !== undefined && seen !== undefined && Math.abs(told - seen) > 1;
}

const mostSide = (most: CameraReport['most']) =>
  Math.max(most?.width ?? 0, most?.height ?? 0) || null;

/** Frames a second that no camera of a computer or phone gives to a page. */
const MOST_FRAME_RATE = 250;

function hasImplausibleTimes({ camera, frames }: CaptureReport): boolean {
  return (
    between(frames).some(([before, after]) => {
      const milliseconds = after.at - before.at;
      if (before.number == null || after.number == null) return milliseconds < 0;
      const given = after.number - before.number;
      if (given === 0) return milliseconds !== 0;
      return given < 0 || milliseconds <= 0;
    }) || framesPerSecond(frames) > 2 * (camera.frameRate ?? MOST_FRAME_RATE / 2)
  );
}

function framesPerSecond(frames: readonly FrameReport[]): number {
  const [first, last] = [frames[0], frames.at(-1)];
  if (first?.number == null || last?.number == null || last.at <= first.at) return 0;
  return ((last.number - first.number) * 1000) / (last.at - first.at);
}

/** Pictures that come back, of which one may be chance: noise makes every frame another one. */
const REPEATS = 3;

function hasRepeatedFrames({ frames }: CaptureReport): boolean {
  const numbers = frames.flatMap(({ number }) => number ?? []);
  // Without numbers the same frame may have been looked at twice.
  if (numbers.length < frames.length) return false;
  const given = new Set(numbers).size;
  return given - new Set(frames.map(({ picture }) => picture)).size >= REPEATS;
}

/** Change between two frames above which the face is elsewhere, and below which it is still. */
const ELSEWHERE = 0.5;
const STILL = 0.09;
/** Milliseconds in which no head gets there from rest and rests again. */
const AT_ONCE = 200;

/** A face at rest that is elsewhere in the next frame and at rest again: another picture. */
function hasCut({ frames }: CaptureReport): boolean {
  return between(frames).some(([before, after], i) => {
    const next = frames[i + 2];
    if (before.change == null || after.change == null || next?.change == null) return false;
    const quick = after.at - before.at <= AT_ONCE && next.at - after.at <= AT_ONCE;
    return quick && before.change < STILL && after.change > ELSEWHERE && next.change < STILL;
  });
}

const between = (frames: readonly FrameReport[]) =>
  frames.slice(1).map((after, i) => [frames[i]!, after] as const);
