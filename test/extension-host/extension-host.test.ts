/** Extensions are found by name, get their own settings, and parse in processes that know nothing. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { loadExtensions } from '../../src/extension-host/load-extensions.ts';
import { createParser } from '../../src/extension-host/parser.ts';
import { startExtensions } from '../../src/extension-host/start-extensions.ts';

const folder = await mkdtemp(join(tmpdir(), 'extensions-'));
afterAll(() => rm(folder, { recursive: true }));

const load = (env: Readonly<Record<string, string>>) => loadExtensions(parseConfig(env));
const extension = async (name: string, source: string) => {
  const path = join(folder, `${name}.js`);
  await writeFile(path, source);
  return path;
};

describe('an extension', () => {
  it('is loaded by the name of its folder or the path of its file', async () => {
    const path = await extension('visitor', 'export default { variables: {} }');
    const loaded = await load({ PROSOPON_EXTENSIONS: `documents, ${path},documents` });
    expect(loaded.map(({ name }) => name)).toEqual(['documents', path]);
    expect(await load({})).toEqual([]);
  });

  it('that is none stops the start', async () => {
    await expect(load({ PROSOPON_EXTENSIONS: 'document' })).rejects.toThrow(
      /^PROSOPON_EXTENSIONS=document: there is no such extension \(here are casdoor, documents.*npm install/,
    );
    const path = await extension('nothing', 'export const other = 1');
    await expect(load({ PROSOPON_EXTENSIONS: path })).rejects.toThrow(
      'has no extension as its default export',
    );
    const broken = await extension('broken', 'throw new Error("broken");');
    await expect(load({ PROSOPON_EXTENSIONS: broken })).rejects.toThrow('cannot be loaded: broken');
  });

  it('gets its variables, and none of others', async () => {
    const path = await extension(
      'visitor-of-two',
      `export default {
        variables: { PROSOPON_VISITOR_OF_TWO_NAME: 'a name' },
        start: ({ settings }) => globalThis.seen = settings,
      }`,
    );
    const env = { PROSOPON_EXTENSIONS: path, PROSOPON_VISITOR_OF_TWO_NAME: 'Ada' };
    const log = { info() {}, warn() {} };
    await startExtensions(await load(env), { version: '1', log });
    expect((globalThis as { seen?: object }).seen).toEqual({ PROSOPON_VISITOR_OF_TWO_NAME: 'Ada' });
    await expect(load({ ...env, PROSOPON_VISITOR_OF_TWO_NAMES: 'Ada' })).rejects.toThrow(
      /NAMES: unknown variable of the extension .*; nearest is PROSOPON_VISITOR_OF_TWO_NAME$/,
    );
    const { unknownVariables } = parseConfig({ PROSOPON_VISITOR_OF_TWO_NAME: 'Ada' });
    expect(unknownVariables).toEqual(['PROSOPON_VISITOR_OF_TWO_NAME']);
  });
});

describe('a parser', () => {
  const parser = createParser<object, unknown>(
    new URL('./every-fault.ts', import.meta.url),
    'given',
    { taskTimeout: 1_500 },
  );
  afterAll(() => parser.close());

  it('answers with what its module returns', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await parser.parse({ does: 'answer', bytes })).toEqual({
      data: 'given',
      bytes: Buffer.from(bytes),
    });
  });

  it('reads no files, and has no secrets of the service', async () => {
    const path = await extension('secret', 'secret');
    await expect(parser.parse({ does: 'read', path })).rejects.toThrow('failed unexpectedly');
    expect(await parser.parse({ does: 'tell' })).toEqual([]);
  });

  it('goes on with the next task after every fault', async () => {
    for (const [does, message] of [
      ['loop', 'Processing took longer than 1.5 seconds'],
      ['exit', 'The request cannot be processed.'],
      ['throw', 'The service failed unexpectedly.'],
    ]) {
      await expect(parser.parse({ does })).rejects.toThrow(message);
      expect(await parser.parse({ does: 'answer' })).toMatchObject({ data: 'given' });
    }
  });
});
