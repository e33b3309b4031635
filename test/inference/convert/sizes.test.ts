/** Sizes that a file of a network declares are held against the file before memory is taken. */
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readIr } from '../../../src/inference/convert/openvino-ir.ts';
import { readTorchArchive } from '../../../src/inference/convert/torch-archive.ts';

it('of a constant of OpenVINO', () => {
  const layer = '<layer id="0" name="c" type="Const"><data element_type="f32" shape="1000000000"';
  const xml = `<net version="11"><layers>${layer} offset="0" size="8"/></layer></layers></net>`;
  expect(() => readIr(xml, new Uint8Array(8))).toThrow('is not 8 bytes of f32');
});

it('of an entry of a PyTorch archive', () => {
  const file = zipSync({ 'm/data.pkl': new Uint8Array(1_000_000) });
  expect(() => readTorchArchive(file)).toThrow('m/data.pkl is larger than the file');
});
