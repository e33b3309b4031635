/** Extensions of this repository for tests, started as the service starts them. */
import { extensionPrefix } from '../src/config/values.ts';
import { decodersOf, loadExtensions } from '../src/extension-host/load-extensions.ts';
import { startExtensions } from '../src/extension-host/start-extensions.ts';

/** @param variables without their prefix */
export async function startExtension(
  name: string,
  variables: Readonly<Record<string, string>> = {},
) {
  const named = Object.entries(variables).map(([key, value]) => [
    extensionPrefix(name) + key,
    value,
  ]);
  const extensionVariables = Object.fromEntries(named);
  const loaded = await loadExtensions({ extensions: [name], extensionVariables });
  const log = { info() {}, warn: console.warn };
  return { ...(await startExtensions(loaded, { version: '0.0.0-test', log })), loaded };
}

/** Of JPEG 2000. */
export const DECODERS = decodersOf(
  await loadExtensions({ extensions: ['documents'], extensionVariables: {} }),
);
