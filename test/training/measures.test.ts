/** Runs the trainings of training/measures, reduced: minutes, so only where PROSOPON_TRAINING is set. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sharedPath } from '../../testing/shared.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../training/measures/train.sh', import.meta.url));
const asked = process.env.PROSOPON_TRAINING !== undefined;
const faces = asked ? sharedPath('faces') : undefined;
const models = asked ? sharedPath('models') : undefined;
if (!asked)
  console.warn('skipped: trainings run where PROSOPON_TRAINING is set (minutes, PyTorch)');

it.skipIf(faces === undefined || models === undefined)(
  'makes, trains, evaluates and exports every network',
  async () => {
    const out = await mkdtemp(join(tmpdir(), 'prosopon-training-'));
    try {
      const { stdout } = await run('bash', [SCRIPT, '--reduced', faces!, out], {
        env: { ...process.env, PROSOPON_MODELS: models! },
      });
      expect(stdout).toMatch(/AUC 0\.9/);
      const made = await readdir(out, { recursive: true });
      for (const name of [
        'capture',
        'sharpness',
        'expression',
        'utility',
        'segmentation',
        'coverings',
        'heads',
        'hindrances',
      ])
        expect(made).toContain(join(name, `${name}.onnx`));
    } finally {
      await rm(out, { recursive: true });
    }
  },
  900_000,
);
