/** The extensions of the configuration, for a command. */
import type { Config } from '../../config/config.ts';
import { VERSION } from '../../config/version.ts';
import { decodersOf, loadExtensions } from '../../extension-host/load-extensions.ts';
import { startExtensions } from '../../extension-host/start-extensions.ts';
import { warn } from '../local-store.ts';

/** @throws ConfigError; what the start of an extension throws */
export async function openExtensions(config: Config) {
  const loaded = await loadExtensions(config);
  const started = await startExtensions(loaded, { version: VERSION, log: { info() {}, warn } });
  return { ...started, decoders: decodersOf(loaded) };
}
