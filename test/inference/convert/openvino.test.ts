/** Networks of OpenVINO: converted, they compute what the definitions of their operations say. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readIr } from '../../../src/inference/convert/openvino-ir.ts';
import { convertOpenvino } from '../../../src/inference/convert/openvino-to-onnx.ts';
import { openSession } from '../../../src/inference/session.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { runIr } from '../openvino-reference.ts';
import { noise, relativeError } from '../tfjs-reference.ts';

interface Step {
  readonly type: string;
  readonly data?: string;
  /** Shape of the constant beside the value so far. */
  readonly constant?: readonly number[];
  readonly stored?: 'f16' | 'f32';
}

const SHAPE = [1, 4, 9, 9];
const dims = (shape: readonly number[]) => shape.map((length) => `<dim>${length}</dim>`).join('');
const size = (shape: readonly number[]) => shape.reduce((p, length) => p * length, 1);

/** A network of steps one after the other, on an input of four planes of 9 × 9. */
function network(steps: readonly Step[]): { xml: string; weights: Uint8Array } {
  const layers = [
    `<layer id="0" name="in" type="Parameter"><data shape="${SHAPE}" element_type="f32"/>
    <output><port id="0">${dims(SHAPE)}</port></output></layer>`,
  ];
  const edges: string[] = [];
  const parts: Buffer[] = [];
  let [last, next, offset] = [0, 1, 0];
  for (const [index, { type, data = '', constant, stored = 'f16' }] of steps.entries()) {
    let other: number | undefined;
    if (constant !== undefined) {
      const values = noise(size(constant), index + 7).map((value) => value * 2 - 1);
      const array = stored === 'f16' ? Float16Array.from(values) : values;
      const bytes = Buffer.from(array.buffer);
      layers.push(`<layer id="${next}" name="c${index}" type="Const"><data element_type="${stored}"
        shape="${constant.join(', ')}" offset="${offset}" size="${bytes.length}"/></layer>`);
      parts.push(bytes);
      offset += bytes.length;
      other = next++;
    }
    const id = next++;
    layers.push(`<layer id="${id}" name="${type}${index}" type="${type}"><data ${data}/>
      <input><port id="0">${dims(SHAPE)}</port></input></layer>`);
    edges.push(`<edge from-layer="${last}" from-port="0" to-layer="${id}" to-port="0"/>`);
    if (other !== undefined)
      edges.push(`<edge from-layer="${other}" from-port="0" to-layer="${id}" to-port="1"/>`);
    last = id;
  }
  edges.push(`<edge from-layer="${last}" from-port="0" to-layer="${next}" to-port="0"/>`);
  layers.push(
    `<layer id="${next}" name="end" type="Result"><input><port id="0">${dims(SHAPE)}</port></input></layer>`,
  );
  const xml = `<?xml version="1.0"?><net name="t" version="11"><layers>${layers.join('')}</layers><edges>${edges.join('')}</edges></net>`;
  return { xml, weights: Buffer.concat(parts) };
}

const explicit = (stride: number, pad: string, dilation = 1) =>
  `strides="${stride}, ${stride}" dilations="${dilation}, ${dilation}" auto_pad="explicit" ` +
  `pads_begin="${pad.split('/')[0]}" pads_end="${pad.split('/')[1]}"`;
const auto = (stride: number, pad: string) =>
  `strides="${stride}, ${stride}" dilations="1, 1" auto_pad="${pad}"`;
const pool = (strides: string, begin: string, end: string, exclude: boolean) =>
  `kernel="3, 2" rounding_type="floor" strides="${strides}" pads_begin="${begin}" ` +
  `pads_end="${end}" exclude-pad="${exclude}"`;
const K = [5, 4, 3, 3];

describe('an operation', () => {
  it.each<[string, Step]>([
    ['convolution', { type: 'Convolution', data: explicit(1, '0, 0/0, 0'), constant: K }],
    ['unequal borders', { type: 'Convolution', data: explicit(2, '1, 0/2, 1'), constant: K }],
    ['dilated', { type: 'Convolution', data: explicit(1, '2, 2/2, 2', 2), constant: K }],
    ['same_upper', { type: 'Convolution', data: auto(2, 'same_upper'), constant: [5, 4, 2, 2] }],
    ['same_lower', { type: 'Convolution', data: auto(2, 'same_lower'), constant: [5, 4, 2, 2] }],
    ['valid', { type: 'Convolution', data: auto(2, 'valid'), constant: K }],
    [
      'single precision',
      { type: 'Convolution', data: auto(1, 'valid'), constant: K, stored: 'f32' },
    ],
    [
      'depthwise',
      { type: 'GroupConvolution', data: explicit(2, '1, 1/1, 1'), constant: [4, 1, 1, 3, 3] },
    ],
    [
      'groups',
      { type: 'GroupConvolution', data: explicit(1, '1, 1/1, 1'), constant: [2, 3, 2, 3, 3] },
    ],
    ['one slope', { type: 'PReLU', constant: [1] }],
    ['a slope a channel', { type: 'PReLU', constant: [4] }],
    ['a slope a channel, broadcast', { type: 'PReLU', constant: [1, 4, 1, 1] }],
    ['add', { type: 'Add', data: 'auto_broadcast="numpy"', constant: [1, 4, 1, 1] }],
    ['multiply by a row', { type: 'Multiply', data: 'auto_broadcast="numpy"', constant: [9] }],
    ['mean', { type: 'AvgPool', data: pool('2, 2', '0, 0', '0, 0', true) }],
    ['mean without border', { type: 'AvgPool', data: pool('1, 1', '1, 1', '1, 0', true) }],
    ['mean with border', { type: 'AvgPool', data: pool('1, 1', '1, 1', '1, 0', false) }],
    ['sigmoid', { type: 'Sigmoid' }],
  ])('%s', async (_, step) => {
    const { xml, weights } = network([step]);
    const input = noise(size(SHAPE), 3).map((value) => value * 4 - 2);
    const session = await openSession(convertOpenvino(readIr(xml, weights), 'out'));
    const { out } = await session.run({ input: { data: input, dims: SHAPE } });
    const expected = Float32Array.from(runIr(xml, weights, input));
    expect(out!.data).toHaveLength(expected.length);
    expect(relativeError(expected, out!.data)).toBeLessThan(1e-5);
  });

  it('that is unknown, or has another form, is reported by name', () => {
    const convert = (...steps: Step[]) => {
      const { xml, weights } = network(steps);
      return () => convertOpenvino(readIr(xml, weights), 'out');
    };
    expect(convert({ type: 'LSTMCell' })).toThrow(
      'operation LSTMCell (LSTMCell0) is not supported',
    );
    expect(convert({ type: 'Add', data: 'auto_broadcast="pdpd"', constant: [4] })).toThrow(/pdpd/);
    const { xml, weights } = network([{ type: 'Add', constant: [4] }]);
    expect(() => readIr(xml, weights.subarray(2))).toThrow(/the weights end at byte 6/);
    expect(() => readIr('<net version="7"/>', weights)).toThrow(/^OpenVINO IR: no network/);
    expect(() => readIr('<net', weights)).toThrow(/^OpenVINO IR: /);
  });
});

const upstream = sharedPath('models', 'upstream');

describe.skipIf(upstream === undefined)('face-reidentification-retail-0095', () => {
  it('gives the defined values of its operations', async () => {
    const file = (end: string) => readFile(`${upstream}/face-reidentification-retail-0095.${end}`);
    const [xml, weights] = [await file('xml').then(String), await file('bin')];
    const session = await openSession(convertOpenvino(readIr(xml, weights), 'embedding'));
    const picture = noise(3 * 128 * 128, 1).map((v, i) => v * 100 + 70 + 60 * Math.sin(i / 20));
    const data = new Float32Array(picture.length * 2);
    data.set(picture, picture.length);
    const { embedding } = await session.run({ input: { data, dims: [2, 3, 128, 128] } });
    expect(embedding!.dims).toEqual([2, 256, 1, 1]);
    const expected = Float32Array.from(runIr(xml, weights, picture));
    expect(relativeError(expected, embedding!.data.slice(256))).toBeLessThan(1e-4);
  });
});
