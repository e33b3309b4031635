/** The border of a picture, on drawn scenes: what encloses a face, and what only stands near it. */
import { describe, expect, it } from 'vitest';
import { findPictureBorder } from '../../../../src/faces/liveness/obvious-fakes/picture-border.ts';

const [WIDTH, HEIGHT] = [480, 400];
const FACE = { x: 200, y: 140, width: 80, height: 100 };

/** A picture of what `grey` says of every place. */
function draw(grey: (x: number, y: number) => number) {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      data.fill(grey(x, y), (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
  return { width: WIDTH, height: HEIGHT, data };
}

/** Whether a place lies in a rectangle around the face that is turned about its middle. */
const within =
  ({ left = 150, right = 330, top = 80, bottom = 310, turn = 0 } = {}) =>
  (x: number, y: number) => {
    const [dx, dy] = [x - 240, y - 190];
    const [u, v] = [dx + turn * dy + 240, dy - turn * dx + 190];
    return u >= left && u < right && v >= top && v < bottom;
  };
const scoreOf = (grey: (x: number, y: number) => number) => findPictureBorder(draw(grey), FACE);

describe('the border of a picture', () => {
  it.each([
    ['bright', 200, 80],
    ['dark', 60, 150],
  ])('that is %s is found with all its edges', (_, inside, outside) => {
    const rectangle = within();
    expect(scoreOf((x, y) => (rectangle(x, y) ? inside : outside))).toBeGreaterThan(0.95);
  });

  it.each([-0.2, -0.1, 0.15])('is found if it leans by a tangent of %f', (turn) => {
    const rectangle = within({ turn });
    expect(scoreOf((x, y) => (rectangle(x, y) ? 190 : 70))).toBeGreaterThan(0.9);
  });

  it('is found if it is brighter than the room on one side and darker on another', () => {
    const rectangle = within();
    const room = (x: number) => (x < 330 ? 40 : 210);
    expect(scoreOf((x, y) => (rectangle(x, y) ? 120 : room(x)))).toBeGreaterThan(0.9);
  });

  it('is found if its lower end is outside the image', () => {
    const rectangle = within({ bottom: 1000 });
    expect(scoreOf((x, y) => (rectangle(x, y) ? 190 : 70))).toBeGreaterThan(0.9);
  });

  it('is not seen in a door frame on one side, a horizon or a wall', () => {
    const scenes: ((x: number, y: number) => number)[] = [
      (x) => (x < 150 ? 60 : 160),
      (_, y) => (y < 80 ? 200 : 120),
      (x, y) => (x < 150 ? 60 : y < 80 ? 200 : 140),
      () => 128,
    ];
    for (const scene of scenes) expect(scoreOf(scene)).toBeLessThan(0.7);
  });

  it('is not seen in black padding around an image', () => {
    const rectangle = within({ left: 120, right: 360, top: 60, bottom: 340 });
    expect(scoreOf((x, y) => (rectangle(x, y) ? 140 : 0))).toBeLessThan(0.5);
  });
});
