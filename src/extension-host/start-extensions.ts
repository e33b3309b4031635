/** Starts the extensions, and combines what they add. */
import { ConfigError } from '../config/config.ts';
import type { Host, Routes, Started } from '../extensions.ts';
import type { OperationParts } from '../operations/context.ts';
import type { ReadPortrait } from '../operations/portrait.ts';
import type { LoadedExtension } from './load-extensions.ts';
import { createParser } from './parser.ts';

/** The sum of the extensions; `close` ends their processes. */
export interface StartedExtensions {
  /** For operations. */
  readonly added: Pick<OperationParts, 'readPortrait'>;
  readonly routes: readonly Routes[];
  close(): Promise<void>;
}

/** @throws ConfigError with what the start of an extension throws */
export async function startExtensions(
  loaded: readonly LoadedExtension[],
  { version, log }: Pick<Host, 'version' | 'log'>,
): Promise<StartedExtensions> {
  const parsers: { close(): Promise<void> }[] = [];
  const started: Started[] = [];
  for (const { name, extension, settings } of loaded) {
    const parser: Host['parser'] = (module, data) => {
      const made = createParser<never, never>(module, data);
      parsers.push(made);
      return made.parse as never;
    };
    const host: Host = { version, settings, log, parser };
    try {
      started.push((await extension.start?.(host)) ?? {});
    } catch (cause) {
      throw new ConfigError(`extension ${name}: ${(cause as Error).message}`, { cause });
    }
  }
  const readers = started.flatMap(({ readPortrait }) => readPortrait ?? []);
  return {
    added: readers.length > 0 ? { readPortrait: firstOf(readers) } : {},
    routes: started.flatMap(({ routes }) => routes ?? []),
    async close() {
      await Promise.all(parsers.map((parser) => parser.close()));
    },
  };
}

const firstOf =
  (readers: readonly ReadPortrait[]): ReadPortrait =>
  async (request, work) => {
    for (const read of readers) {
      const portrait = await read(request, work);
      if (portrait !== undefined) return portrait;
    }
    return undefined;
  };
