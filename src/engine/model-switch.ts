/** Switches the running service to newly chosen networks. */
import { isDeepStrictEqual } from 'node:util';
import type { Gallery } from '../gallery/gallery.ts';

export interface ModelSwitchParts<Choice, Loaded> {
  /** The initial choice. */
  readonly first: Choice;
  /** Milliseconds before a failed choice is tried again: loading is expensive. */
  readonly again: number;
  read(): Promise<Choice>;
  load(choice: Choice): Promise<Loaded>;
  /** Receives it with its gallery loaded. */
  take(loaded: Loaded): void;
  close(loaded: Loaded): Promise<void>;
}

/** Loads and takes a new choice. A failure changes nothing; a later look tries again. */
export function createModelSwitch<Choice, Loaded extends { readonly gallery: Gallery }>(
  parts: ModelSwitchParts<Choice, Loaded>,
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
