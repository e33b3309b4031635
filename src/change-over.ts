/** Changes the service over to the networks that are chosen while it runs. */
import { isDeepStrictEqual } from 'node:util';
import type { Gallery } from './gallery/gallery.ts';

export interface ChangeOverParts<Choice, Loaded> {
  /** What the service runs on at first. */
  readonly first: Choice;
  /** Milliseconds after which a choice that failed is tried again: loading is dear. */
  readonly again: number;
  read(): Promise<Choice>;
  load(choice: Choice): Promise<Loaded>;
  /** Gets it with its gallery loaded. */
  take(loaded: Loaded): void;
  close(loaded: Loaded): Promise<void>;
}

/**
 * Loads and takes a new choice. A failure leaves the service as it was; a later look tries again.
 */
export function createChangeOver<Choice, Loaded extends { readonly gallery: Gallery }>(
  parts: ChangeOverParts<Choice, Loaded>,
): () => Promise<void> {
  const { load, take, close, again } = parts;
  let current = parts.first;
  let failed: { readonly choice: Choice; readonly at: number } | undefined;
  return async () => {
    const choice = await parts.read();
    if (isDeepStrictEqual(choice, current)) return;
    const waits = failed !== undefined && performance.now() < failed.at + again;
    if (waits && isDeepStrictEqual(choice, failed?.choice)) return;
    try {
      const loaded = await load(choice);
      await loaded.gallery.ready.catch(async (error: unknown) => {
        await close(loaded);
        throw error;
      });
      take(loaded);
    } catch (error) {
      failed = { choice, at: performance.now() };
      throw error;
    }
    current = choice;
    failed = undefined;
  };
}
