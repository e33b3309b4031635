/** Opens the gallery that the configuration asks for. */
import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import type { TemplateStore } from '../templates/store.ts';
import type { TemplateCorrupted } from '../templates/template.ts';
import { createDatabaseGallery } from './database/database-gallery.ts';
import { shareOut } from './fair-gallery.ts';
import type { Gallery, GalleryLog } from './gallery.ts';
import type { LoadSource } from './memory/load-worker.ts';
import { createMemoryGallery } from './memory/memory-gallery.ts';

/** The encoder whose templates are searched, and which of them. */
export interface GalleryOptions {
  readonly dimension: number;
  readonly typicalFaces: readonly Float32Array[];
  readonly version: number;
  /** The partition that is to be searched; absent: all of them. */
  readonly only?: { readonly storage: string; readonly partition: string };
  /** Where load threads read the templates; absent: they are read in this thread. */
  readonly source?: LoadSource;
  readonly log?: GalleryLog;
  /** Is told of a template that failed its check. */
  readonly onCorrupted?: (error: TemplateCorrupted) => void;
}

/** What is searched. */
export interface GalleryStore {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly templates: TemplateStore;
}

/** More threads than this do not read memory any faster. */
const MOST_THREADS = 4;
/** Of the memory that is free, how much a gallery may take when nothing else is said. */
const AVAILABLE_SHARE = 0.8;

/** A gallery of which each client gets its share. */
export function openGallery(
  config: Pick<Config, 'gallery' | 'galleryIndex' | 'search' | 'galleryMemory'>,
  store: GalleryStore,
  options: GalleryOptions,
): Gallery {
  const threads = Math.min(MOST_THREADS, availableParallelism());
  return shareOut(openWhole(config, store, options, threads), threads);
}

function openWhole(
  config: Pick<Config, 'gallery' | 'galleryIndex' | 'search' | 'galleryMemory'>,
  { database, keyRing, templates }: GalleryStore,
  { version, ...options }: GalleryOptions,
  threads: number,
): Gallery {
  const parts = { templates, encoderVersion: version, ...options };
  if (config.gallery === 'database')
    return createDatabaseGallery({ ...parts, database, keyRing, index: config.galleryIndex });
  return createMemoryGallery({
    ...parts,
    threads,
    exhaustive: config.search === 'exhaustive',
    limit: config.galleryMemory ?? process.availableMemory() * AVAILABLE_SHARE,
  });
}
