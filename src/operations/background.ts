/** Work that no request asks for: what is repeated, and upgrades after an encoder change. */
import { pause } from '../async.ts';
import { upgradeOutdated } from './face/upgrade-outdated.ts';
import type { UpgradeParts } from './face/upgrade-template.ts';

/** Where background work says how it goes. */
export interface BackgroundLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Does `work` every `interval` ms, one at a time, until the signal aborts. Logs failures. */
export async function repeat(
  work: () => Promise<unknown>,
  { interval, signal, log }: { interval: number; signal: AbortSignal; log: BackgroundLog },
): Promise<void> {
  while (!signal.aborted) {
    await work().catch((err: unknown) => {
      if (!signal.aborted) log.error({ err }, 'background work failed');
    });
    await pause(interval, signal);
  }
}

/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 5_000;

/** Upgrades templates of other encoders and logs progress: now, and again after `again` ms. */
export async function upgradeInBackground(
  parts: UpgradeParts,
  { signal, log, again }: { signal: AbortSignal; log: BackgroundLog; again: number },
): Promise<void> {
  await upgradeAll(parts, signal, log);
  await pause(again, signal);
  if (signal.aborted) return;
  await upgradeAll(parts, signal, log);
}

async function upgradeAll(
  parts: UpgradeParts,
  signal: AbortSignal,
  log: BackgroundLog,
): Promise<void> {
  const encoderVersion = parts.encoderVersion;
  try {
    const outdated = await parts.templates.outdated(encoderVersion, 1);
    if (outdated.length === 0) return;
    log.info({ encoderVersion }, 'upgrading templates of other encoder versions');
    let reported = Date.now();
    const report = await upgradeOutdated(parts, {
      signal,
      onProgress(progress) {
        if (Date.now() - reported < PROGRESS_INTERVAL) return;
        reported = Date.now();
        log.info({ encoderVersion, ...progress }, 'upgrading templates');
      },
    });
    log.info({ encoderVersion, ...report }, 'templates are upgraded');
  } catch (err) {
    if (!signal.aborted) log.error({ encoderVersion, err }, 'upgrading templates failed');
  }
}
