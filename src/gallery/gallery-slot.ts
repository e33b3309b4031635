/** A gallery that is not opened yet: answers Unavailable until the one that was is put in. */
import { Unavailable } from '../errors.ts';
import type { Gallery, GalleryStatus } from './gallery.ts';

export interface GallerySlot {
  /** Stands for the gallery that will be there. */
  readonly gallery: Gallery;
  /** From now on every call goes to `opened`. To be called once. */
  fill(opened: Gallery): void;
}

const EMPTY: GalleryStatus = {
  ready: false,
  classes: 0,
  vectors: 0,
  bytes: 0,
  version: 0,
  loaded: 0,
  total: 0,
  otherEncoder: 0,
  corrupted: 0,
};

/** @param reason told to callers until the gallery is there */
export function createGallerySlot(reason: string): GallerySlot {
  let filled: Gallery | undefined;
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  // Whoever opened the gallery learns of its failure there.
  ready.catch(() => undefined);
  return {
    fill(opened) {
      filled = opened;
      resolve(opened.ready);
    },
    gallery: {
      async search(probes, options) {
        if (filled === undefined) throw new Unavailable(reason, 2);
        return filled.search(probes, options);
      },
      status: () => filled?.status() ?? EMPTY,
      ready,
      close: async () => filled?.close(),
    },
  };
}
