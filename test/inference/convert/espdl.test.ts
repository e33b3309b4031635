/** ESP-DL's format, as Espressif's MBF has it. What MBF then says of faces is frozen. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readEspdl } from '../../../src/inference/convert/espdl-model.ts';
import { sharedPath } from '../../../testing/shared.ts';

const upstream = sharedPath('models/upstream/human_face_feat_mbf_s8_v1.espdl');

it.skipIf(upstream === undefined)('MBF is read whole', async () => {
  const model = readEspdl(await readFile(upstream!));
  const count = (operator: string) =>
    model.nodes.filter((node) => node.operator === operator).length;
  expect([count('Conv'), count('PRelu'), count('Gemm')]).toEqual([49, 34, 1]);
  const weights = [...model.weights.values()].reduce((sum, { data }) => sum + data.length, 0);
  expect(weights).toBe(3_397_248);
  expect(model.weights.get('onnx::Conv_518')!.shape).toEqual([128, 3, 3, 3]);
  expect(model.weights.get('onnx::Conv_521')!.shape).toEqual([128, 1, 3, 3]);
});
