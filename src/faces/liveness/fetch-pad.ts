/** Fetches the networks of passive liveness, with little patience: the first start does so unasked. */
import { pullPack } from '../../inference/models.ts';
import { PAD_PACKS } from '../../inference/pad-packs.ts';
import type { ModelPlaces } from '../../inference/prepare.ts';

/** Milliseconds without a byte, and altogether. */
const IDLE_TIMEOUT = 5_000;
const TIMEOUT = 60_000;

/** @throws ModelError the first of them that cannot be had */
export async function fetchPad(
  places: ModelPlaces,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  for (const { name } of PAD_PACKS)
    await pullPack(name, places, { signal: patience, idleTimeout: IDLE_TIMEOUT });
}
