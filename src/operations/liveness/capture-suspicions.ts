/**
 * Finds evidence against a camera in the page's report. A report without any proves nothing,
 * because it is easily forged.
 */
import { VIRTUAL_CAMERAS } from './virtual-cameras.ts';

/** A page's report about the camera and the frames that the page saw. */
export interface CaptureReport {
  readonly camera: CameraReport;
  /** The frames that the page examined, in order. */
  readonly frames: readonly FrameReport[];
}

/** The browser's description of the track. Null or absent: unknown. */
export interface CameraReport {
  readonly label: string;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly frameRate?: number | null;
  /** Capabilities of the camera. */
  readonly most?: {
    readonly width?: number | null;
    readonly height?: number | null;
    readonly frameRate?: number | null;
  } | null;
  /** Size of the shown image. */
  readonly shown?: { readonly width: number; readonly height: number } | null;
}

export interface FrameReport {
  /** Milliseconds: time of capture, or else of presentation. */
  readonly at: number;
  /** Number of frames that the camera had delivered. Absent: the browser does not count. */
  readonly number?: number | null;
  /** Hash of the frame. */
  readonly picture: number;
  /** Change of the face since the previous frame. 0.5 is a turn of the head. */
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

/** Evidence that the report does not come from a camera with a person before it. Empty: none. */
export function captureSuspicions(report: CaptureReport): readonly CaptureSuspicion[] {
  return CHECKS.flatMap(([suspicion, holds]) => (holds(report) ? [suspicion] : []));
}

/** A stream made by a page is named by a GUID, or not at all. */
const MADE_BY_A_PAGE = /^(\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?)?$/i;

const isVirtual = (label: string): boolean =>
  MADE_BY_A_PAGE.test(label.trim()) || VIRTUAL_CAMERAS.some((name) => name.test(label));

/** More than the camera's capabilities, or an image with other proportions than the track. */
function isImpossible({ width, height, frameRate, most, shown }: CameraReport): boolean {
  const above = (value?: number | null, limit?: number | null) =>
    value != null && limit != null && value > limit * 1.01;
  // Turned phones swap the sides of one but not of the other.
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

/** Frames a second that no camera of a computer or phone delivers to a page. */
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

/** Repeated frames that are suspicious. One may repeat by chance, but noise changes real frames. */
const REPEATS = 3;

function hasRepeatedFrames({ frames }: CaptureReport): boolean {
  const numbers = frames.flatMap(({ number }) => number ?? []);
  // Without numbers, the page may have examined the same frame twice.
  if (numbers.length < frames.length) return false;
  const given = new Set(numbers).size;
  return given - new Set(frames.map(({ picture }) => picture)).size >= REPEATS;
}

/** Change between frames above which the face is elsewhere, and below which it is still. */
const ELSEWHERE = 0.5;
const STILL = 0.09;
/** Milliseconds in which no head moves there from rest and rests again. */
const AT_ONCE = 200;

/** A resting face that is elsewhere in the next frame, and rests again: another recording. */
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
