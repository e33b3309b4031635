/** Fetches networks that are not shipped. Gives up early: the first start does it unasked. */
import type { Config } from '../config/config.ts';
import { MINUTE_MS } from '../durations.ts';
import type { ModelLocations } from '../inference/models/model-cache.ts';
import { YUNET } from '../inference/packs/detector-packs.ts';
import { MBF, RECOMMENDED } from '../inference/packs/encoder-packs.ts';
import type { Pack } from '../inference/packs/pack.ts';
import { damagedFiles, hasPacks } from '../inference/packs/pack-files.ts';
import { PAD, PAD_PACKS } from '../inference/packs/pad-packs.ts';
import { DETECTOR_MISSING } from './detection/detectors.ts';
import { RECOMMENDED_MISSING } from './encoding/encoders.ts';
import { PAD_DAMAGED, PAD_MISSING } from './liveness/pad-finder.ts';

/** Milliseconds without a byte, and in total. */
const IDLE_TIMEOUT = 5_000;
const TIMEOUT = MINUTE_MS;

/** Where it is logged. */
interface Log {
  info(message: string): void;
  warn(message: string): void;
  warn(fields: object, message: string): void;
}

/** Packs that a name stands for. */
export interface PackSet {
  readonly name: string;
  readonly packs: readonly Pack[];
  /** Logged if they stay missing. */
  readonly missing: string;
  /** Logged instead if their files stay damaged; absent: the same. */
  readonly damaged?: string;
}

/** The encoder first: the sooner it is installed, the fewer templates need an upgrade. */
export const RECOMMENDED_SET: PackSet = {
  name: RECOMMENDED,
  packs: [MBF],
  missing: RECOMMENDED_MISSING,
};
export const DETECTOR_SET: PackSet = {
  name: YUNET.name,
  packs: [YUNET],
  missing: DETECTOR_MISSING,
};
export const PAD_SET: PackSet = {
  name: PAD,
  packs: PAD_PACKS,
  missing: PAD_MISSING,
  damaged: PAD_DAMAGED,
};

/** Tries once to fetch each missing set. Continues without it. */
export async function fetchMissing(
  sets: readonly PackSet[],
  locations: ModelLocations,
  { offline }: Pick<Config, 'offline'>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  for (const set of sets) {
    if (signal.aborted || (await hasPacks(set.packs, locations))) continue;
    const damaged = await damagedFiles(set.packs, locations);
    const problem = damaged.length > 0 ? (set.damaged ?? set.missing) : set.missing;
    if (offline) {
      log.warn({ damaged }, problem);
      continue;
    }
    try {
      await fetchSet(set, locations, signal, log);
      log.info(`the networks of ${set.name} are installed`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) log.warn({ reason, damaged }, problem);
    }
  }
}

async function fetchSet(
  { name, packs }: PackSet,
  locations: ModelLocations,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  log.info(`fetching the networks of ${name}`);
  // Imported here, because most starts have nothing to fetch.
  const { pullPack } = await import('../inference/models/models.ts');
  const patience = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  for (const { name: pack } of packs)
    await pullPack(pack, locations, { signal: patience, idleTimeout: IDLE_TIMEOUT });
}
