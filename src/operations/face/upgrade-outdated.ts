/** Upgrades all templates of older encoders in the background, one at a time, with progress. */
import { pause } from '../../async.ts';
import type { Bcid } from '../../bcid.ts';
import { ServiceError } from '../../errors.ts';
import { TemplateCorrupted } from '../../templates/template.ts';
import { type UpgradeOutcome, type UpgradeParts, upgradeTemplate } from './upgrade-template.ts';

export interface UpgradeProgress {
  /** Templates checked so far. */
  readonly checked: number;
  readonly upgraded: number;
  /** Without a usable thumbnail. They continue to answer DifferentFeatureVersions. */
  readonly impossible: number;
  readonly corrupted: number;
}

export interface UpgradeOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: UpgradeProgress, last: Bcid) => void;
  /** Templates to list at a time. */
  readonly batch?: number;
}

/** Upgrades every template of another version. Callers go first. @throws Cancelled */
export async function upgradeOutdated(
  parts: UpgradeParts,
  options: UpgradeOptions,
): Promise<UpgradeProgress> {
  const { signal, onProgress, batch = 100 } = options;
  let progress: UpgradeProgress = { checked: 0, upgraded: 0, impossible: 0, corrupted: 0 };
  let after: Bcid | undefined;
  for (;;) {
    const bcids = await parts.templates.outdated(parts.encoderVersion, batch, after);
    if (bcids.length === 0) return progress;
    for (const bcid of bcids) {
      const outcome = await upgradePatiently(parts, bcid, signal);
      progress = { ...progress, checked: progress.checked + 1 };
      if (outcome !== 'nothing to do') progress = { ...progress, [outcome]: progress[outcome] + 1 };
      onProgress?.(progress, bcid);
      after = bcid;
    }
  }
}

type Outcome = UpgradeOutcome | 'corrupted';

async function upgradePatiently(
  parts: UpgradeParts,
  bcid: Bcid,
  signal: AbortSignal,
): Promise<Outcome> {
  for (;;) {
    try {
      return await upgradeTemplate(parts, bcid, { signal });
    } catch (error) {
      if (error instanceof TemplateCorrupted) return 'corrupted';
      if (!(error instanceof ServiceError && error.code === 'Unavailable')) throw error;
      await pause((error.retryAfter ?? 1) * 1000, signal);
    }
  }
}
