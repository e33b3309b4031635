import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SESSION = new URL('../../src/inference/session.ts', import.meta.url);
const SCHEMA = new URL('../../src/inference/convert/onnx-schema.ts', import.meta.url);

/** Runs a network that hands through what it is given. */
const PROGRAM = `
  import { openSession } from '${SESSION}';
  import { encodeModel } from '${SCHEMA}';
  const value = (name) => ({ name, dims: [1] });
  const session = await openSession(encodeModel({
    name: 'identity', opset: 17, initializers: [], inputs: [value('in')], outputs: [value('out')],
    nodes: [{ opType: 'Identity', inputs: ['in'], outputs: ['out'], attributes: {} }],
  }));
  const { out } = await session.run({ input: { data: Float32Array.of(7), dims: [1] } });
  await session.close();
  console.log(out.data[0]);`;

it('runs networks without telemetry: keeps no machine identifier for it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'prosopon-home-'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', PROGRAM],
    { env: { HOME: home } },
  );
  expect(stdout.trim()).toBe('7');
  expect(await readdir(home)).toEqual([]);
  await rm(home, { recursive: true });
});

/** Adds weights that it expects in `secret.bin`, which its SHA-256 does not cover. */
const WITH_WEIGHTS_ELSEWHERE =
  'CAg62AEKOAoFaW5wdXQSAW0iClJlZHVjZU1lYW4qDwoEYXhlc0ABQAJAA6ABByoPCghrZWVwZGltcxgBoAECCg8KAW0SAWYi' +
  'B0ZsYXR0ZW4KEAoBZgoBdxIDb3V0IgNBZGQSAWcqPggBCBAQAUIBd2oWCghsb2NhdGlvbhIKc2VjcmV0LmJpbmoLCgZvZmZz' +
  'ZXQSATBqDAoGbGVuZ3RoEgI2NHABWh8KBWlucHV0EhYKFAgBEhAKAggBCgIIAwoCCBAKAggQYhUKA291dBIOCgwIARIICgII' +
  'AQoCCBBCBAoAEA0=';

it('loads no weights next to a network, or from the working directory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prosopon-weights-'));
  await writeFile(join(folder, 'secret.bin'), Buffer.alloc(64));
  const program = `
    import { openSession } from '${SESSION}';
    await openSession(Buffer.from('${WITH_WEIGHTS_ELSEWHERE}', 'base64'));`;
  const running = promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { cwd: folder },
  );
  await expect(running).rejects.toThrow('External data path');
  await rm(folder, { recursive: true });
});
