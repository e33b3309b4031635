/** Finds the extensions that `PROSOPON_EXTENSIONS` names, and reads their variables. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Config, ConfigError } from '../config/config.ts';
import { nearest } from '../config/nearest.ts';
import { extensionPrefix } from '../config/values.ts';
import type { Extension } from '../extensions.ts';

/** Only in a checkout. */
const OWN = fileURLToPath(new URL('../../packages', import.meta.url));
const ENTRIES = ['src/index.ts', 'src/index.js'];

export interface LoadedExtension {
  readonly name: string;
  readonly extension: Extension;
  readonly settings: Readonly<Record<string, string>>;
}

/** @throws ConfigError an extension is missing or none, or one of its variables is unknown */
export async function loadExtensions({
  extensions,
  extensionVariables,
}: Pick<Config, 'extensions' | 'extensionVariables'>): Promise<readonly LoadedExtension[]> {
  const loaded: LoadedExtension[] = [];
  for (const name of extensions) {
    const extension = await importExtension(name);
    const settings = settingsOf(name, extension, extensionVariables);
    loaded.push({ name, extension, settings });
  }
  return loaded;
}

/** Modules with image decoders. */
export const decodersOf = (loaded: readonly LoadedExtension[]): readonly URL[] =>
  loaded.flatMap(({ extension }) => extension.decoders ?? []);

async function importExtension(name: string): Promise<Extension> {
  const address = addressOf(name);
  let module: { readonly default?: unknown };
  try {
    module = await import(address);
  } catch (cause) {
    throw refusal(name, `${address} cannot be loaded: ${(cause as Error).message}`);
  }
  if (typeof module.default !== 'object' || module.default === null)
    throw refusal(name, `${address} has no extension as its default export`);
  return module.default;
}

/** A file by its path, a folder of this checkout, or an installed package. */
function addressOf(name: string): string {
  if (/^\.{0,2}\//.test(name)) return pathToFileURL(resolve(name)).href;
  const own = ENTRIES.map((entry) => join(OWN, name, entry)).find((file) => existsSync(file));
  if (own !== undefined) return pathToFileURL(own).href;
  for (const installed of [`prosopon-${name}`, name])
    try {
      return import.meta.resolve(installed);
    } catch {}
  const here = existsSync(OWN) ? readdirSync(OWN) : [];
  const known = here.length > 0 ? ` (here are ${here.join(', ')})` : '';
  throw refusal(name, `there is no such extension${known}: npm install prosopon-${basename(name)}`);
}

function settingsOf(
  name: string,
  { variables = {} }: Extension,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const own = Object.entries(given).filter(([one]) => one.startsWith(extensionPrefix(name)));
  for (const [one] of own)
    if (!Object.hasOwn(variables, one)) {
      const known = Object.keys(variables);
      const hint = known.length > 0 ? `nearest is ${nearest(one, known)}` : 'it has none';
      throw new ConfigError(`${one}: unknown variable of the extension ${name}; ${hint}`);
    }
  return Object.fromEntries(own.filter(([, value]) => value !== ''));
}

const refusal = (name: string, reason: string) =>
  new ConfigError(`PROSOPON_EXTENSIONS=${name}: ${reason}`);
