/** The networks of passive liveness, converted as upstream publishes them. */
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildMiniFasNet } from '../../../src/inference/convert/minifasnet.ts';
import { readStateDict } from '../../../src/inference/convert/torch-state-dict.ts';
import { checkModel, listModels, pullPack } from '../../../src/inference/models/models.ts';
import { prepareModel } from '../../../src/inference/models/prepare.ts';
import { expandPackName } from '../../../src/inference/packs/known-packs.ts';
import { PAD_PACKS } from '../../../src/inference/packs/pad-packs.ts';
import { openSession, type Session } from '../../../src/inference/session.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { noise } from '../tfjs-reference.ts';

const models = sharedPath('models');
const V2 = '2.7_80x80_MiniFASNetV2.pth';
const V1SE = '4_0_0_80x80_MiniFASNetV1SE.pth';

let dataDir: string;
let modelsDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prosopon-pad-'));
  modelsDir = join(dataDir, 'files');
  await mkdir(modelsDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const places = () => ({ dataDir, modelsDir });

/** Largest difference of the probabilities for a few pictures of noise and of waves. */
async function difference(ours: Session, reference: Session): Promise<number> {
  let worst = 0;
  for (const seed of [1, 2, 3, 4]) {
    const data = noise(3 * 80 * 80, seed).map((value, index) =>
      seed < 3 ? value * 255 : 128 + 90 * Math.sin(index / (3 * seed)),
    );
    const input = { data, dims: [1, 3, 80, 80] };
    const [actual, expected] = [await ours.run({ input }), await reference.run({ input })];
    actual.output!.data.forEach((value, index) => {
      worst = Math.max(worst, Math.abs(value - expected.output!.data[index]!));
    });
  }
  return worst;
}

describe.skipIf(models === undefined)('a MiniFASNet converted from its PyTorch file', () => {
  it('V2 equals the reference conversion', async () => {
    await copyFile(join(models!, 'upstream', V2), join(modelsDir, V2));
    const ours = await openSession(await prepareModel('minifasnet-v2', places()));
    const reference = await openSession(await readFile(join(models!, 'minifasnet-v2-2.7.onnx')));
    expect(await difference(ours, reference)).toBeLessThan(1e-5);
  });

  it('V1SE equals the reference conversion, which leaves out squeeze-and-excitation', async () => {
    const weights = readStateDict(await readFile(join(models!, 'upstream', V1SE)));
    const plain = new Map([...weights].filter(([name]) => !name.includes('.se_module.')));
    expect(plain.size).toBeLessThan(weights.size);
    const ours = await openSession(buildMiniFasNet(plain));
    const reference = await openSession(await readFile(join(models!, 'minifasnet-v1se-4.0.onnx')));
    expect(await difference(ours, reference)).toBeLessThan(1e-5);
  });
});

describe('the pad pack', () => {
  it('averages its three networks', () => {
    expect(expandPackName('pad')).toEqual(['minifasnet-v2', 'minifasnet-v1se', 'face-antispoof']);
    expect(expandPackName('yunet')).toEqual(['yunet']);
  });

  it('is listed as absent, and not downloaded offline', async () => {
    const listed = (await listModels(places())).filter(
      ({ role, origin }) => role === 'pad' && origin === 'pack',
    );
    expect(listed).toHaveLength(3);
    for (const { installed } of listed) expect(installed).toBe(false);
    for (const { name } of PAD_PACKS) {
      await expect(pullPack(name, places(), { offline: true })).rejects.toThrow('OFFLINE');
      expect((await checkModel(name, places())).detail).toContain(`models pull ${name}`);
    }
  });

  it.skipIf(models === undefined)('runs from the files of PROSOPON_MODELS', async () => {
    for (const { name } of PAD_PACKS)
      expect(await checkModel(name, { dataDir, modelsDir: models })).toMatchObject({ ok: true });
  });
});
