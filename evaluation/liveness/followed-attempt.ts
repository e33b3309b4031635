/** What the page of a login sends of a head before its camera while a point moves. */
import { PLACE_MS, type Place, placeAt } from '../../src/directions.ts';

/** How a head is held, in radii of the point: its own right and up. */
export interface Held {
  readonly right: number;
  readonly up: number;
}

/** The portrait that the camera sees of it. */
export type Camera = (head: Held, size: 'image' | 'frame') => Promise<Uint8Array>;

/** Frames of an attempt, and milliseconds after the path for which they go on. */
const FRAMES = 21;
const BEHIND = 450;
/** Milliseconds of a step, of which each takes the head so much of its way nearer to the point. */
const STEP = 50;
const NEARER = 0.2;

/**
 * The images of an attempt, as JSON has them: straight ahead, then turned to the last place.
 * @param path that the head follows
 */
export async function followedAttempt(camera: Camera, path: readonly Place[]) {
  const way = [{ right: 0, up: 0 }];
  const end = path.length * PLACE_MS + BEHIND;
  for (let at = 0; at <= end; at += STEP) {
    const { right, up } = way.at(-1)!;
    const to = placeAt(path[Math.min(path.length - 1, Math.floor(at / PLACE_MS))]!);
    way.push({ right: right + NEARER * (to.right - right), up: up + NEARER * (to.up - up) });
  }
  const textOf = async (head: Held, size: 'image' | 'frame') =>
    Buffer.from(await camera(head, size)).toString('base64');
  const burst = [];
  for (let i = 0; i < FRAMES; i++) {
    const at = Math.round((i * end) / (FRAMES - 1));
    burst.push({ at, image: await textOf(way[Math.round(at / STEP)]!, 'frame') });
  }
  const last = path.at(-1)!;
  return [
    { image: await textOf({ right: 0, up: 0 }, 'image') },
    { image: await textOf(placeAt(last), 'image'), tags: [last], burst },
  ];
}
