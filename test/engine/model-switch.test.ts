/** Changing over to other networks: a choice that fails leaves all as it was, and is tried again. */
import { expect, it } from 'vitest';
import { createModelSwitch } from '../../src/engine/model-switch.ts';
import { NO_GALLERY } from '../../src/gallery/gallery.ts';

/** A service on `dlib`, for which something else is chosen; `ill` tells what fails. */
function service(chosen: string, again = 60_000) {
  const has = { chosen, ill: '', loaded: [] as string[], taken: [] as string[], open: 0 };
  const look = createModelSwitch({
    first: 'dlib',
    again,
    read: async () => has.chosen,
    async load(name) {
      has.loaded.push(name);
      if (has.ill === 'networks') throw new Error('damaged');
      has.open++;
      const ready = has.ill === 'gallery' ? Promise.reject(new Error('too large')) : undefined;
      return { name, gallery: { ...NO_GALLERY, ready: ready ?? Promise.resolve() } };
    },
    take: ({ name }) => has.taken.push(name),
    close: async () => void has.open--,
  });
  return { has, look };
}

it('loads a choice once, and nothing while it stays', async () => {
  const { has, look } = service('dlib');
  await look();
  has.chosen = 'sface';
  await look();
  await look();
  expect(has).toMatchObject({ loaded: ['sface'], taken: ['sface'], open: 1 });
});

it('closes an engine whose gallery cannot be loaded', async () => {
  const { has, look } = service('sface');
  has.ill = 'gallery';
  await expect(look()).rejects.toThrow('too large');
  expect(has).toMatchObject({ taken: [], open: 0 });
});

it.each(['networks', 'gallery'])('retries later if its %s failed', async (ill) => {
  const { has, look } = service('sface', 20);
  has.ill = ill;
  await expect(look()).rejects.toThrow();
  has.ill = '';
  await expect.poll(() => look().then(() => has.taken)).toEqual(['sface']);
  expect(has.loaded).toEqual(['sface', 'sface']);
});

it('does not reload a recent failure at every look, but another choice at once', async () => {
  const { has, look } = service('sface');
  has.ill = 'networks';
  await expect(look()).rejects.toThrow('damaged');
  await look();
  expect(has.loaded).toEqual(['sface']);
  has.ill = '';
  has.chosen = 'mobileface';
  await look();
  expect(has.taken).toEqual(['mobileface']);
});
