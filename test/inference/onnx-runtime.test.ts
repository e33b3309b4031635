import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
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
  const { out } = await session.run({ in: { data: Float32Array.of(7), dims: [1] } });
  await session.close();
  console.log(out.data[0]);`;

it('runs networks without telemetry: no identifier of the machine is kept for it', async () => {
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
