import { expect, it } from 'vitest';
import { shareOut } from '../../src/gallery/fair-gallery.ts';
import type { Gallery, GallerySearchResult } from '../../src/gallery/gallery.ts';

it('serves a client whose search follows many of another', async () => {
  const begun: { probes: number; end: () => void }[] = [];
  const slow: Pick<Gallery, 'search'> = {
    search: (probes) => {
      const { promise, resolve } = Promise.withResolvers<GallerySearchResult>();
      const answer = { candidates: [], searched: 0, otherEncoder: 0, version: 1 };
      begun.push({ probes: probes.length, end: () => resolve(answer) });
      return promise;
    },
  };
  const { search } = shareOut(slow as Gallery, 1);
  const scope = { storage: 's', partition: 'p', tags: [], limit: 1 };
  const { signal } = new AbortController();
  const searchAs = (client: string, probes: number, caller = 'call') =>
    search(Array(probes).fill(new Float32Array()), { ...scope, signal, share: { client, caller } });
  const flood = Array.from({ length: 400 }, (_, i) =>
    searchAs('flood', 16, `call ${i}`).catch((error: { code: string }) => error.code),
  );
  const other = searchAs('other', 1);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < 3; i++) {
    await turn();
    begun[i]!.end();
  }
  await other;
  expect(begun.map(({ probes }) => probes)).toContain(1);
  expect(await flood.at(-1)).toBe('Unavailable');
});
