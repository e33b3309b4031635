/** The path that the element follows: read strictly, at the pace that the service expects. */
import { describe, expect, it } from 'vitest';
import { PLACE_MS, PLACES, SLOWLY } from '../../../src/directions.ts';
import { directionsOf, pathOf, readPlaces } from '../../../web/capture/path.ts';

describe('a path', () => {
  it('has the places and the pace of the service', () => {
    expect(readPlaces([...PLACES, '', 'left'])).toEqual([...PLACES, 'left']);
    expect(pathOf(['left'])).toEqual({ places: ['left'], every: PLACE_MS });
    expect(pathOf(['left'], true).every).toBe(PLACE_MS * SLOWLY);
  });

  it.each(['', 'up', 'left up', 'sideways left', 'left-up left', 'up-left-left left', 'up- left'])(
    'is none: "%s"',
    (path) => {
      expect(() => readPlaces(path.split(' '))).toThrow(TypeError);
    },
  );

  it('is told by its directions', () => {
    expect(directionsOf('up-left')).toEqual(['up', 'left']);
    expect(directionsOf('right')).toEqual(['right']);
  });
});
