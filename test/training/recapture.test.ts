/** Runs the training of training/recapture, reduced: minutes, so only where PROSOPON_TRAINING is set. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/inference/models/model-file.ts';
import { openSession } from '../../src/inference/session.ts';
import { sharedPath } from '../../testing/shared.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../training/recapture/train.py', import.meta.url));
const FACES = fileURLToPath(new URL('../../training/measures/faces.ts', import.meta.url));
const asked = process.env.PROSOPON_TRAINING !== undefined;
const faces = asked ? sharedPath('faces') : undefined;
if (!asked)
  console.warn('skipped: trainings run where PROSOPON_TRAINING is set (minutes, PyTorch)');

it.skipIf(faces === undefined)(
  'simulates, trains and exports a network that runs here',
  async () => {
    const out = await mkdtemp(join(tmpdir(), 'prosopon-training-'));
    try {
      const path = join(out, 'recapture.onnx');
      const london = join(faces!, 'london');
      const meshes = join(out, 'meshes');
      await run(process.execPath, [FACES, meshes, london]);
      const data = ['--faces', join(faces!, 'lfw-dev'), '--london', london, '--meshes', meshes];
      const reduced = ['--steps', '20', '--every', '20', '--held', '40'];
      const places = ['--out', path, '--checkpoint', join(out, 'recapture.pt')];
      await run('/usr/bin/python3', [SCRIPT, ...data, ...reduced, ...places]);
      // Goes on from what it made, to the mean of both.
      await run('/usr/bin/python3', [SCRIPT, ...data, ...reduced, ...places, '--begin', path]);
      const session = await openSession({ path, sha256: sha256(await readFile(path)) });
      const input = { data: new Float32Array(3 * 128 * 128), dims: [1, 3, 128, 128] };
      const { output } = await session.run({ input });
      expect(output!.data).toHaveLength(2);
      expect([...output!.data].every(Number.isFinite)).toBe(true);
      await session.close();
    } finally {
      await rm(out, { recursive: true });
    }
  },
  900_000,
);
