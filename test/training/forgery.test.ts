/** Runs the training of training/forgery, reduced: minutes, so only where PROSOPON_TRAINING is set. */
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
const SCRIPT = fileURLToPath(new URL('../../training/forgery/train.sh', import.meta.url));
const asked = process.env.PROSOPON_TRAINING !== undefined;
const faces = asked ? sharedPath('faces') : undefined;
if (!asked)
  console.warn('skipped: trainings run where PROSOPON_TRAINING is set (minutes, PyTorch)');

it.skipIf(faces === undefined)(
  'forges, trains, resumes after a break, and exports a network that runs here',
  async () => {
    const out = await mkdtemp(join(tmpdir(), 'prosopon-training-'));
    try {
      const train = async (steps: number) => {
        const reduced = ['--steps', String(steps), '--every', '10', '--held', '10'];
        const { stdout } = await run('bash', [SCRIPT, faces!, out, ...reduced], {
          env: { ...process.env, PEOPLE: 'A[a-d]*' },
        });
        return stdout.split('\n').filter((line) => line.startsWith('{'));
      };
      expect(await train(10)).toHaveLength(1);
      const [more, ...rest] = await train(20);
      expect(JSON.parse(more!)).toMatchObject({ step: 20 });
      expect(rest).toEqual([]);
      const path = join(out, 'forgery.onnx');
      const session = await openSession({ path, sha256: sha256(await readFile(path)) });
      const input = { data: new Float32Array(3 * 160 * 160), dims: [1, 3, 160, 160] };
      const { output } = await session.run({ input });
      expect(output!.data[0]).toBeGreaterThan(0);
      expect(output!.data[0]).toBeLessThan(1);
      await session.close();
    } finally {
      await rm(out, { recursive: true });
    }
  },
  900_000,
);
