/** The loaded face engine and gallery on which jobs run. */
import { Unavailable } from '../errors.ts';
import type { FaceEngine } from '../faces/analysis.ts';
import { type Gallery, type GalleryStatus, NO_GALLERY } from '../gallery/gallery.ts';
import type { Share } from '../scheduling/fair-queue.ts';

export interface LoadedEngine {
  readonly engine: FaceEngine;
  /** Version number of the engine's encoder, as templates carry it. */
  readonly encoderVersion: number;
  readonly gallery: Gallery;
}

/** Status of engine and gallery. */
export interface EngineStatus {
  readonly engine: ReturnType<FaceEngine['status']>;
  readonly gallery: GalleryStatus;
  /** Undefined: none is ready. */
  readonly encoder: { readonly name: string; readonly version: number } | undefined;
  /** See `FaceEngine`. */
  missing(): Promise<readonly string[]>;
}

/** The current engine: none at first, a new one after `models use`. */
export class ActiveEngine {
  #loaded: LoadedEngine | undefined;

  /** @param loaded undefined: the networks are being loaded */
  constructor(loaded?: LoadedEngine) {
    this.#loaded = loaded;
  }

  /** New jobs begin on `next`. */
  replace(next: LoadedEngine): void {
    this.#loaded = next;
  }

  /** A job takes it once, and ends on it. @throws Unavailable the networks are being loaded */
  current(): LoadedEngine {
    if (this.#loaded === undefined) throw new Unavailable('The service is starting.', 2);
    return this.#loaded;
  }

  /** Refuses what the engine would refuse now, see `FaceEngine`. @throws Unavailable */
  requireRoom(share: Share): void {
    this.#loaded?.engine.requireRoom(share);
  }

  status(): EngineStatus {
    const loaded = this.#loaded;
    if (loaded === undefined) return NOTHING_LOADED;
    const engine = loaded.engine.status();
    const { name } = loaded.engine.encoder;
    return {
      engine,
      gallery: loaded.gallery.status(),
      encoder: engine.ready ? { name, version: loaded.encoderVersion } : undefined,
      missing: () => loaded.engine.missing(),
    };
  }
}

const NOTHING_LOADED: EngineStatus = {
  engine: { ready: false, workers: 0, queued: 0 },
  gallery: NO_GALLERY.status(),
  encoder: undefined,
  missing: async () => [],
};
