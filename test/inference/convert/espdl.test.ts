/** ESP-DL's format: a small model made here, and Espressif's MBF. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readEspdl } from '../../../src/inference/convert/espdl-model.ts';
import { convertEspdl } from '../../../src/inference/convert/espdl-to-onnx.ts';
import { openSession } from '../../../src/inference/session.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { type Field, type FlatTableFields, flatbuffer } from './flatbuffer-writer.ts';

const text = (value: string): Field => ({ kind: 'text', value });
const int32 = (value: number): Field => ({ kind: 'int32', value });
const longs = (value: readonly number[]): Field => ({ kind: 'longs', value });
const tables = (value: readonly FlatTableFields[]): Field => ({ kind: 'tables', value });
const texts = (value: readonly string[]): Field => ({ kind: 'texts', value });

const INT8 = 3;
const INT32 = 6;

function tensor(name: string, shape: number[], exponent: number, values: readonly number[]) {
  return {
    0: longs(shape),
    1: int32(INT8),
    6: text(name),
    8: { kind: 'units', value: Buffer.from(Int8Array.from(values).buffer) } satisfies Field,
    13: longs([exponent]),
  };
}

const bias = (name: string, exponent: number, values: readonly number[]) => ({
  ...tensor(name, [values.length], exponent, []),
  1: int32(INT32),
  8: { kind: 'units', value: Buffer.from(Int32Array.from(values).buffer) } satisfies Field,
});

const ints = (name: string, value: readonly number[]) => ({
  0: text(name),
  3: int32(7),
  11: longs(value),
});

const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly FlatTableFields[] = [],
) => ({
  0: texts(inputs),
  1: texts([output]),
  3: text(operator),
  5: tables(attributes),
});

/** A convolution of 3 channels to 32 and two PReLU, on 2 × 2 pixels. */
function smallModel(nodes: readonly FlatTableFields[] = []): Uint8Array {
  // Output o takes (o + 1) × the channel o mod 3; stored in blocks of 16 outputs.
  const kernel = new Array<number>(3 * 32).fill(0);
  for (let o = 0; o < 32; o++) kernel[(Math.floor(o / 16) * 3 + (o % 3)) * 16 + (o % 16)] = o + 1;
  const graph = {
    0: tables([
      node('Conv', ['x', 'kernel', 'bias'], 'c', [
        ints('kernel_shape', [1, 1]),
        ints('pads', [0, 0, 0, 0]),
        ints('strides', [1, 1]),
        ints('dilations', [1, 1]),
      ]),
      node('PRelu', ['c', 'slope'], 'd'),
      node('PRelu', ['d', 'lower'], 'y'),
      ...nodes,
    ]),
    2: tables([
      tensor('kernel', [1, 1, 3, 32], -1, kernel),
      bias(
        'bias',
        -2,
        Array.from({ length: 32 }, (_, o) => o),
      ),
      tensor(
        'slope',
        [32, 1, 1],
        -2,
        Array.from({ length: 32 }, (_, o) => o - 16),
      ),
      tensor(
        'lower',
        [32, 1, 1],
        -4,
        Array.from({ length: 32 }, (_, o) => o - 16),
      ),
    ]),
    4: tables([{ 0: text('x') }]),
    5: tables([{ 0: text('y') }]),
  };
  const body = flatbuffer({ 7: { kind: 'table', value: graph } });
  return Buffer.concat([Buffer.from('EDL2'), Buffer.alloc(12), body]);
}

describe('a small model', () => {
  it('computes what its integers and exponents say', async () => {
    const onnx = convertEspdl(readEspdl(smallModel()), 2, { name: 'out', dimension: 32 });
    const session = await openSession(onnx);
    const data = Float32Array.from({ length: 12 }, (_, i) => Math.sin(i));
    const { out } = await session.run({ input: { data, dims: [1, 3, 2, 2] } });
    for (let o = 0; o < 32; o++)
      for (let pixel = 0; pixel < 4; pixel++) {
        const value = ((o + 1) / 2) * data[(o % 3) * 4 + pixel]! + o / 4;
        const once = value > 0 ? value : ((o - 16) / 4) * value;
        const expected = once > 0 ? once : ((o - 16) / 16) * once;
        expect(out!.data[o * 4 + pixel]).toBeCloseTo(expected, 4);
      }
  });

  it('is refused if it is foreign, cut short, or has unknown parts', () => {
    expect(() => readEspdl(Buffer.from('EDL1'))).toThrow('no EDL2 file');
    expect(() => readEspdl(smallModel().subarray(0, 200))).toThrow();
    const odd = smallModel([node('Softmax', ['y'], 'z')]);
    const convert = (bytes: Uint8Array) =>
      convertEspdl(readEspdl(bytes), 2, { name: 'out', dimension: 32 });
    expect(() => convert(odd)).toThrow('operator Softmax is not supported');
    expect(() => convert(smallModel([node('Add', ['y', 'w'], 'z')]))).toThrow('value w is missing');
  });
});

const upstream = sharedPath('models/upstream/human_face_feat_mbf_s8_v1.espdl');

describe.skipIf(upstream === undefined)('MBF', () => {
  it('is read whole', async () => {
    const model = readEspdl(await readFile(upstream!));
    const count = (operator: string) =>
      model.nodes.filter((node) => node.operator === operator).length;
    expect([count('Conv'), count('PRelu'), count('Gemm')]).toEqual([49, 34, 1]);
    const weights = [...model.weights.values()].reduce((sum, { data }) => sum + data.length, 0);
    expect(weights).toBe(3_397_248);
    expect(model.weights.get('onnx::Conv_518')!.shape).toEqual([128, 3, 3, 3]);
    expect(model.weights.get('onnx::Conv_521')!.shape).toEqual([128, 1, 3, 3]);
  });
});
