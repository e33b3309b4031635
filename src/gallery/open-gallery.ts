/** Opens the gallery that the configuration asks for. */
import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import type { KeyRing } from '../sealing/keys.ts';
import type { Database } from '../storage/database.ts';
import type { TemplateStore } from '../templates/store.ts';
import { createDatabaseGallery } from './database/database-gallery.ts';
import { shareOut } from './fair-gallery.ts';
import type { Gallery, GalleryContents } from './gallery.ts';
import type { LoadSource } from './memory/load-worker.ts';
import { createMemoryGallery } from './memory/memory-gallery.ts';

/** The encoder whose templates are searched, and the selection of templates. */
export interface GalleryOptions extends Omit<GalleryContents, 'templates' | 'encoderVersion'> {
  readonly version: number;
  /** Where load threads read the templates; absent: they are read in this thread. */
  readonly source?: LoadSource;
}

/** What is searched. */
export interface GalleryStore {
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly templates: TemplateStore;
}

/** More threads than this do not read memory any faster. */
const USEFUL_THREADS = 4;
/** Share of the free memory that a gallery may take by default. */
const AVAILABLE_SHARE = 0.8;

type GalleryConfig = Pick<Config, 'gallery' | 'galleryIndex' | 'search' | 'galleryMemory'>;

/** A gallery of which each client gets its share. */
export function openGallery(
  config: GalleryConfig,
  store: GalleryStore,
  options: GalleryOptions,
): Gallery {
  const threads = Math.min(USEFUL_THREADS, availableParallelism());
  return shareOut(openHeld(config, store, options, threads), threads);
}

function openHeld(
  config: GalleryConfig,
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
