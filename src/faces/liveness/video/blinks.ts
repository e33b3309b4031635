/** Finds blinks in the meshes of consecutive frames: lids that close fast and open again. */
import { RIGID_POINTS } from '../motion/relief.ts';
import { fitRigid } from '../motion/rigid-fit.ts';

export interface Blinks {
  /**
   * Adds a frame, and starts again if it is earlier than the one before. Returns whether a blink of
   * both eyes ends with it.
   * @param mesh 468 points as x, y, z triples, of any scale
   */
  add(seconds: number, mesh: Float32Array): boolean;
}

/** Corners, upper lid and lower lid of the subject's right and left eye. */
const EYES = [
  { corners: [33, 133], upper: [160, 159, 158], lower: [144, 145, 153] },
  { corners: [263, 362], upper: [387, 386, 385], lower: [373, 374, 380] },
] as const;

/** Seconds of frames that are kept: a blink, and the open eyes before. */
const KEPT = 1.6;
/** Seconds before the deepest point in which open eyes are looked for, and in which they close. */
const BEFORE = 0.8;
const CLOSING = 0.35;
/** Seconds until they are open again, and the share of the depth that counts as open. */
const OPENING = 0.7;
const OPEN = 0.6;
/** Least depth of both eyes together and of each, in shares of their opening before. */
const DEPTH = 0.2;
const EACH = 0.15;
/** Lids pass through this part of the depth. Pictures that replace each other show none of it. */
const HALFWAY = { from: 0.15, to: 0.85 } as const;
/**
 * Most degrees that the head turns from frame to frame and in all: a turn narrows the eyes, too, and
 * so does another picture.
 */
const STEP = 4;
const TURN = 8;

interface Frame {
  readonly seconds: number;
  readonly mesh: Float32Array;
  /** Opening of each eye, in its widths. */
  readonly eyes: readonly [number, number];
  readonly open: number;
}

export function createBlinks(): Blinks {
  let frames: Frame[] = [];
  let last = -1;
  return {
    add(seconds, mesh) {
      if (seconds <= last) frames = [];
      last = seconds;
      const eyes = [opening(mesh, 0), opening(mesh, 1)] as const;
      frames.push({ seconds, mesh, eyes, open: (eyes[0] + eyes[1]) / 2 });
      frames = frames.filter((frame) => seconds - frame.seconds <= KEPT);
      const ended = endsBlink(frames);
      if (ended) frames = [];
      return ended;
    },
  };
}

/** Whether the eyes are open again in the last frame after a blink. */
function endsBlink(frames: readonly Frame[]): boolean {
  const last = frames.at(-1)!;
  const recent = frames.filter(({ seconds }) => last.seconds - seconds <= OPENING);
  const deepest = recent.reduce((least, frame) => (frame.open < least.open ? frame : least));
  const earlier = frames.filter(
    ({ seconds }) => seconds < deepest.seconds && deepest.seconds - seconds <= BEFORE,
  );
  if (earlier.length < 2 || deepest === last) return false;
  const before = median(earlier.map(({ open }) => open));
  const depth = before - deepest.open;
  if (depth < DEPTH * before || last.open < deepest.open + OPEN * depth) return false;
  const closesBoth = [0, 1].every((eye) => {
    const was = median(earlier.map(({ eyes }) => eyes[eye]!));
    return was - deepest.eyes[eye]! >= EACH * was;
  });
  const start = earlier.findLast(({ open }) => open >= before - HALFWAY.from * depth);
  if (!closesBoth || start === undefined || deepest.seconds - start.seconds > CLOSING) return false;
  const during = frames.filter(
    ({ seconds }) => seconds >= start.seconds && seconds <= last.seconds,
  );
  const passesHalfway = during.some(({ open }) => {
    const share = (open - deepest.open) / depth;
    return share > HALFWAY.from && share < HALFWAY.to;
  });
  return passesHalfway && isSteady(during);
}

function isSteady(frames: readonly Frame[]): boolean {
  const [first] = frames;
  return frames
    .slice(1)
    .every(({ mesh }, i) => turn(frames[i]!.mesh, mesh) <= STEP && staysInPlace(first!.mesh, mesh));
}

/** Whether the head hardly turns between two meshes. */
export const staysInPlace = (first: Float32Array, second: Float32Array): boolean =>
  turn(first, second) <= TURN;

const turn = (first: Float32Array, second: Float32Array): number =>
  Math.hypot(...fitRigid(first, second, RIGID_POINTS).turn.slice(0, 2));

/** Distance of the lids in widths of the eye, after Soukupová and Čech, CVWW 2016. */
function opening(mesh: Float32Array, eye: 0 | 1): number {
  const { corners, upper, lower } = EYES[eye];
  const width = distance(mesh, corners[0], corners[1]);
  return upper.reduce((sum, i, k) => sum + distance(mesh, i, lower[k]!), 0) / (3 * width);
}

const distance = (mesh: Float32Array, p: number, q: number): number =>
  Math.hypot(mesh[p * 3]! - mesh[q * 3]!, mesh[p * 3 + 1]! - mesh[q * 3 + 1]!);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((p, q) => p - q);
  return sorted[sorted.length >> 1]!;
}
