/** Opens the gallery that the configuration asks for. */
import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';
import type { TemplateCorrupted, TemplateStore } from '../templates/template.ts';
import { createDatabaseGallery } from './database-gallery.ts';
import type { Gallery, GalleryLog } from './gallery.ts';
import type { LoadSource } from './load-worker.ts';
import { createMemoryGallery } from './memory-gallery.ts';

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

export function openGallery(
  config: Pick<Config, 'gallery' | 'galleryIndex' | 'search' | 'galleryMemory'>,
  { database, keyRing, templates }: GalleryStore,
  { version, ...options }: GalleryOptions,
): Gallery {
  const parts = { templates, encoderVersion: version, ...options };
  if (config.gallery === 'database')
    return createDatabaseGallery({ ...parts, database, keyRing, index: config.galleryIndex });
  return createMemoryGallery({
    ...parts,
    threads: Math.min(MOST_THREADS, availableParallelism()),
    exhaustive: config.search === 'exhaustive',
    limit: config.galleryMemory ?? process.availableMemory() * AVAILABLE_SHARE,
  });
}
