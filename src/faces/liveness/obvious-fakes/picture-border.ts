/** Obvious fakes: straight edges around the face, like the border of a screen, phone or sheet. */
import calibration from '../../calibration/pad.json' with { type: 'json' };
import type { Box, Point } from '../../geometry.ts';
import type { Picture } from '../../image/picture.ts';
import type { FakeEvidence } from '../liveness-analysis.ts';
import { type GreyView, greyView } from './grey-view.ts';
import { acrossAt, findStraightEdges, type Side, type StraightEdge } from './straight-edges.ts';

/** Face height in view pixels, and how many of these the view extends beyond the face. */
const FACE_SIZE = 56;
const MARGIN = 2;

/** Largest difference in slope of opposite edges, and of neighbouring ones from 90°. */
const MOST_CONVERGENCE = 0.2;
const MOST_SKEW = 0.15;
/** Two opposite edges prove less than three, and three of any polarity less than four. */
const PAIR_PENALTY = 0.2;

/** The finding of `findPictureBorder`. */
export function examineBorder(picture: Picture, face: Box): FakeEvidence {
  const score = findPictureBorder(picture, face);
  const fake = score >= calibration.obviousFakes.pictureBorder;
  return { detector: 'picture-border', score, fake, message: fake ? FOUND : NOTHING_FOUND };
}

const FOUND = 'Straight edges enclose the face, as those of a screen or a sheet of paper do.';
const NOTHING_FOUND = 'No border of a screen or a sheet was found around the face.';

type Edges = Readonly<Record<Side, readonly StraightEdge[]>>;

/**
 * Searches for the border of a picture around the face: straight edges that form a rectangle,
 * turned by at most 22° or seen a little from the side. Takes either the best edges left and right
 * plus one above or below, all brighter or all darker on the inside; or any four that meet in
 * corners inside the picture, with an edge from corner to corner.
 * @returns 0..1: how completely straight edges enclose the face
 */
export function findPictureBorder(picture: Picture, face: Box): number {
  const view = greyView(picture, face, FACE_SIZE, MARGIN);
  const edges = findStraightEdges(view);
  return Math.max(enclosure(edges, true), enclosure(edges, false), quadrilateral(edges, view));
}

/** The score of one polarity: the weaker of left and right, the better of top and bottom. */
function enclosure(edges: Edges, bright: boolean): number {
  const find = (side: Side) => edges[side].find(({ brightInside }) => brightInside === bright);
  const [left, right] = [find('left'), find('right')];
  if (left === undefined || right === undefined || !isParallel(left, right)) return 0;
  const pair = Math.min(left.support, right.support);
  const [third] = [find('top'), find('bottom')]
    .filter((edge) => edge !== undefined)
    .filter((edge) => isAcross(edge, left, right))
    .sort((p, q) => q.support - p.support);
  const three = Math.min(pair, third?.support ?? 0);
  return Math.max(0, three, pair - PAIR_PENALTY);
}

function isParallel(p: StraightEdge, q: StraightEdge): boolean {
  return Math.abs(p.slope - q.slope) < MOST_CONVERGENCE;
}

function isAcross(edge: StraightEdge, left: StraightEdge, right: StraightEdge): boolean {
  return Math.abs(edge.slope + (left.slope + right.slope) / 2) <= MOST_SKEW;
}

/** The four edges with the most support from corner to corner. The support is the score. */
function quadrilateral({ left, right, top, bottom }: Edges, view: GreyView): number {
  const cornersOf = (upright: readonly StraightEdge[], level: readonly StraightEdge[]) =>
    upright.map((u) => level.map((v) => cornerInside(u, v, view)));
  const [topLeft, topRight] = [cornersOf(left, top), cornersOf(right, top)];
  const [bottomLeft, bottomRight] = [cornersOf(left, bottom), cornersOf(right, bottom)];
  let best = 0;
  for (const [i, l] of left.entries())
    for (const [j, r] of right.entries()) {
      if (!isParallel(l, r)) continue;
      for (const [k, t] of top.entries()) {
        const [tl, tr] = [topLeft[i]![k], topRight[j]![k]];
        if (tl === undefined || tr === undefined || !isAcross(t, l, r)) continue;
        const above = t.supportBetween(tl.x, tr.x);
        if ((3 + above) / 4 <= best) continue;
        for (const [m, b] of bottom.entries()) {
          const [bl, br] = [bottomLeft[i]![m], bottomRight[j]![m]];
          if (bl === undefined || br === undefined) continue;
          if (!isAcross(b, l, r) || !isParallel(t, b)) continue;
          const beside = l.supportBetween(tl.y, bl.y) + r.supportBetween(tr.y, br.y);
          const score = (above + beside + b.supportBetween(bl.x, br.x)) / 4;
          best = Math.max(best, score);
        }
      }
    }
  return best;
}

/** Corner of an upright and a level edge. Undefined: outside the view. */
function cornerInside(
  upright: StraightEdge,
  level: StraightEdge,
  { width, height }: GreyView,
): Point | undefined {
  // x = u + s·y and y = v + t·x, each seen from the origin.
  const [u, v] = [acrossAt(upright, 0), acrossAt(level, 0)];
  const x = (u + upright.slope * v) / (1 - upright.slope * level.slope);
  const y = v + level.slope * x;
  return x > 0 && y > 0 && x < width && y < height ? { x, y } : undefined;
}
