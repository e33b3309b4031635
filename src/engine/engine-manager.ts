/** Loads engine and gallery, follows the choice of `models use`, and retires what it replaces. */
import type { Logger } from 'pino';
import { pause } from '../async.ts';
import type { Config } from '../config/config.ts';
import { MINUTE_MS } from '../durations.ts';
import { followDetector } from '../faces/detection/detectors.ts';
import {
  isRecommended,
  isRecommendedDamaged,
  RECOMMENDED_ENCODER,
  resolveEncoderName,
} from '../faces/encoding/encoders.ts';
import { DETECTOR_SET, fetchMissing, PAD_SET, RECOMMENDED_SET } from '../faces/fetch-packs.ts';
import type { Gallery } from '../gallery/gallery.ts';
import { openGallery } from '../gallery/open-gallery.ts';
import { ActiveEngine } from '../operations/active-engine.ts';
import { reportCorrupted } from '../operations/audit-finding.ts';
import { repeat, upgradeInBackground } from '../operations/background.ts';
import type { Store } from '../store.ts';
import { createModelSwitch } from './model-switch.ts';
import {
  type LoadedFaces,
  modelLocations,
  openFaces,
  readChoice,
  wouldWeaken,
} from './open-faces.ts';

export interface EngineManagerParts {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  /** Image decoders of extensions. */
  readonly decoders: readonly URL[];
  /** Stops following the choice. */
  readonly signal: AbortSignal;
}

/** The engine, and the gallery of templates that it can compare. */
interface Loaded extends LoadedFaces {
  readonly gallery: Gallery;
}

/** Longest delay in milliseconds until a choice of `models use` is noticed. */
const CHOICE_POLL_INTERVAL = 5_000;
/** Milliseconds before a failed change is tried again. */
const RETRY = MINUTE_MS;
/** Milliseconds for jobs to finish on a replaced engine. */
const RETIREMENT = MINUTE_MS;

/** Nothing is loaded before `start`. */
export function createEngineManager({ config, store, log, decoders, signal }: EngineManagerParts) {
  const activeEngine = new ActiveEngine();
  const warn = (message: string) => log.warn(message);
  const locations = modelLocations(config, store, warn);
  const open = new Set<Loaded>();
  const close = async (loaded: Loaded) => {
    open.delete(loaded);
    await Promise.allSettled([loaded.engine.close(), loaded.gallery.close()]);
  };

  const load = async (): Promise<Loaded> => {
    const faces = await openFaces(config, store, warn, { decoders });
    const gallery = openGallery(config, store, {
      ...faces.engine.encoder,
      version: faces.encoderVersion,
      source: config,
      ...(config.galleryPartition === undefined ? {} : { only: config.galleryPartition }),
      log,
      onCorrupted: (error) => reportCorrupted(store.audit, log, error),
    });
    const loaded = { ...faces, gallery };
    open.add(loaded);
    if (signal.aborted) await close(loaded);
    return loaded;
  };

  /** Upgrades templates to that encoder until it is replaced. */
  const upgrade = (loaded: Loaded): AbortController => {
    const replaced = new AbortController();
    const parts = { ...loaded, templates: store.templates };
    const options = { signal: AbortSignal.any([signal, replaced.signal]), log, again: RETIREMENT };
    void upgradeInBackground(parts, options);
    return replaced;
  };
  const retire = async (replaced: Loaded) => {
    await pause(RETIREMENT, signal);
    await close(replaced);
  };

  /** The networks that the choice currently means. */
  const readNetworks = async (current: Loaded) => {
    const encoder = await readChoice(store);
    const detector = await followDetector(current.detector, locations);
    const serving = current.engine.encoder.name;
    // Missing packs are no reason to restart with the weaker encoder, nor damaged packs to try it.
    if (
      isRecommended(encoder) &&
      (serving === RECOMMENDED_ENCODER || (await isRecommendedDamaged(locations)))
    )
      return { encoder: serving, detector };
    return { encoder: await resolveEncoderName(encoder, locations), detector };
  };

  const follow = async (first: Loaded) => {
    let current = first;
    let upgrading = upgrade(current);
    const look = createModelSwitch({
      first: { encoder: first.engine.encoder.name, detector: first.detector },
      again: RETRY,
      read: () => readNetworks(current),
      load(choice) {
        log.info(choice, 'changing the networks');
        return load();
      },
      take(next) {
        activeEngine.replace(next);
        upgrading.abort();
        void retire(current);
        current = next;
        upgrading = upgrade(current);
        const { engine, encoderVersion } = next;
        log.info({ encoder: engine.encoder.name, encoderVersion }, 'the networks are changed');
      },
      close,
    });
    await repeat(look, { interval: CHOICE_POLL_INTERVAL, signal, log });
  };

  return {
    activeEngine,
    /**
     * Begins to load, and follows the choice until the signal aborts. Resolves when networks and
     * gallery are loaded. Rejects if that fails.
     */
    async start() {
      // Templates of a better encoder must not be re-encoded with a weaker one.
      const choice = await readChoice(store);
      if ((await wouldWeaken(choice, store, locations)) !== undefined)
        await fetchMissing([RECOMMENDED_SET], locations, config, signal, log);
      const first = await load();
      // Does not wait for its gallery, which may take long: only searches need it.
      activeEngine.replace(first);
      await first.gallery.ready;
      const wanted = [
        ...(isRecommended(first.choice) ? [RECOMMENDED_SET] : []),
        DETECTOR_SET,
        PAD_SET,
      ];
      void fetchMissing(wanted, locations, config, signal, log);
      void follow(first);
    },
    async close() {
      await Promise.allSettled(Array.from(open, close));
    },
  };
}
