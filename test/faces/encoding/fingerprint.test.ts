/** By what encoders are told apart: fingerprints that databases hold stay what they are. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Calibration } from '../../../src/faces/calibration/calibration.ts';
import { fingerprintOf } from '../../../src/faces/encoding/fingerprint.ts';
import type { ModelFile } from '../../../src/inference/models/model-file.ts';

const DEFINITION = { name: 'net', parts: [] };
const CALIBRATION: Calibration = { encoder: 'net', date: '', data: '', curve: [[0.1, 0.5]] };
const MESH = { path: '/data/models/mesh.onnx', sha256: 'a'.repeat(64) };

const of = (...files: ModelFile[]) =>
  fingerprintOf([MESH, ...files], DEFINITION, CALIBRATION, undefined);

const ofNames = (...names: string[]) =>
  createHash('sha256')
    .update(JSON.stringify([['mesh.onnx', ...names], DEFINITION, [[0.1, 0.5]], null]))
    .digest('hex')
    .slice(0, 32);

it('uses the names of our networks, wherever they are stored', () => {
  const network = { path: '/packs/ours/ours-v1.onnx', sha256: 'b'.repeat(64) };
  expect(of(network)).toBe(ofNames('ours-v1.onnx'));
  expect(of({ path: '/elsewhere/ours-v1.onnx', sha256: 'c'.repeat(64) })).toEqual(of(network));
});
