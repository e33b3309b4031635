/** Fetches the networks of passive liveness, with little patience: the first start does so unasked. */
import type { Config } from '../../config.ts';
import type { ModelPlaces } from '../../inference/model-cache.ts';
import type { FaceEngine } from '../analysis.ts';

/** Milliseconds without a byte, and altogether. */
const IDLE_TIMEOUT = 5_000;
const TIMEOUT = 60_000;

/** Where it is said how it went. */
interface Log {
  info(message: string): void;
  warn(message: string): void;
  warn(fields: object, message: string): void;
}

/** Tries once to fetch the models of liveness where they are missing; goes on without them. */
export async function fetchMissingPad(
  places: ModelPlaces,
  { offline }: Pick<Config, 'offline'>,
  engine: Pick<FaceEngine, 'missing'>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const [missing] = await engine.missing();
  if (missing === undefined || signal.aborted) return;
  if (offline) return log.warn(missing);
  try {
    log.info('fetching the models of liveness (5.6 MB)');
    // Loaded here, because most starts have nothing to fetch.
    const { pullPack } = await import('../../inference/models.ts');
    const { PAD_PACKS } = await import('../../inference/pad-packs.ts');
    const patience = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    for (const { name } of PAD_PACKS)
      await pullPack(name, places, { signal: patience, idleTimeout: IDLE_TIMEOUT });
    log.info('the models of liveness are installed');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!signal.aborted) log.warn({ reason }, missing);
  }
}
