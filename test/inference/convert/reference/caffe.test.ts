import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { convertCaffe } from '../../../../src/inference/convert/reference/caffe-to-onnx.ts';
import { readCaffeWeights } from '../../../../src/inference/convert/reference/caffe-weights.ts';
import { openSession } from '../../../../src/inference/session.ts';

const layer = (name: string, type: string, bottom: string | readonly string[], more = '') =>
  `layer { name: "${name}" type: "${type}" ${[bottom]
    .flat()
    .map((one) => `bottom: "${one}"`)
    .join(' ')} top: "${name}" ${more} }\n`;

const head = (kind: string, channels: number) =>
  layer(
    kind,
    'Convolution',
    'norm',
    `convolution_param { num_output: ${channels} kernel_size: 1 }`,
  ) +
  layer(`${kind}_perm`, 'Permute', kind, 'permute_param { order: 0 order: 2 order: 3 order: 1 }') +
  layer(`${kind}_flat`, 'Flatten', `${kind}_perm`, 'flatten_param { axis: 1 }');

const PROTOTXT =
  'input: "data"\ninput_shape { dim: 1 dim: 1 dim: 6 dim: 6 } # one plane\n' +
  layer('bn', 'BatchNorm', 'data', 'param { lr_mult: 0.0 }') +
  layer('scale', 'Scale', 'bn', 'scale_param { bias_term: true }') +
  layer('relu', 'ReLU', 'scale') +
  layer('pool', 'Pooling', 'relu', 'pooling_param { pool: MAX kernel_size: 3 stride: 2 }') +
  layer(
    'conv',
    'Convolution',
    'pool',
    'convolution_param { num_output: 2 bias_term: false pad: 1 kernel_size: 3 stride: 1 }',
  ) +
  layer('again', 'Eltwise', ['conv', 'conv']) +
  layer('norm', 'Normalize', 'again', 'norm_param { across_spatial: false }') +
  head('loc', 16) +
  head('conf', 8) +
  layer(
    'priors',
    'PriorBox',
    ['norm', 'data'],
    'prior_box_param { min_size: 2 max_size: 4.5 aspect_ratio: 4 flip: true clip: false step: 2 }',
  ) +
  layer('mbox_loc', 'Concat', ['loc_flat'], 'concat_param { axis: 1 }') +
  layer('mbox_conf', 'Concat', ['conf_flat'], 'concat_param { axis: 1 }') +
  layer('mbox_priorbox', 'Concat', ['priors'], 'concat_param { axis: 2 }') +
  layer('shaped', 'Reshape', 'mbox_conf', 'reshape_param { shape { dim: 0 dim: -1 dim: 2 } }') +
  layer('soft', 'Softmax', 'shaped', 'softmax_param { axis: 2 }') +
  layer('mbox_conf_flatten', 'Flatten', 'soft', 'flatten_param { axis: 1 }') +
  layer('detection_out', 'DetectionOutput', ['mbox_loc', 'mbox_conf_flatten', 'mbox_priorbox']);

/** The middle of a 3 × 3 kernel. */
const middle = (value: number) => [0, 0, 0, 0, value, 0, 0, 0, 0];
const BLOBS: Readonly<
  Record<string, readonly (readonly [readonly number[], readonly number[]])[]>
> = {
  // (x − 4 / 2) / √(8 / 2), then · 2 + 1.
  bn: [
    [[1], [4]],
    [[1], [8]],
    [[1], [2]],
  ],
  scale: [
    [[1], [2]],
    [[1], [1]],
  ],
  conv: [
    [
      [2, 1, 3, 3],
      [...middle(3), ...middle(4)],
    ],
  ],
  norm: [[[2], [20, 10]]],
  loc: [
    [[16, 2, 1, 1], Array.from({ length: 32 }, (_, i) => (i % 2 === 0 ? 1 : 0))],
    [[16], Array.from({ length: 16 }, (_, i) => i)],
  ],
  conf: [
    [[8, 2, 1, 1], Array.from({ length: 16 }, () => 0)],
    [[8], [0, Math.log(3), 0, 0, 0, 0, 0, 0]],
  ],
};

function model(): Uint8Array {
  const field = (id: number, type: string, rule?: string) => ({ id, type, ...(rule && { rule }) });
  const root = protobuf.Root.fromJSON({
    nested: {
      Net: { fields: { layer: field(100, 'Layer', 'repeated') } },
      Layer: { fields: { name: field(1, 'string'), blobs: field(7, 'Blob', 'repeated') } },
      Blob: { fields: { data: field(5, 'float', 'repeated'), shape: field(7, 'Shape') } },
      Shape: { fields: { dim: field(1, 'int64', 'repeated') } },
    },
  });
  const layers = Object.entries(BLOBS).map(([name, blobs]) => ({
    name,
    blobs: blobs.map(([dim, data]) => ({ data, shape: { dim } })),
  }));
  const type = root.lookupType('Net');
  return type.encode(type.fromObject({ layer: layers })).finish();
}

it('a detector of Caffe computes the same heads as ONNX', async () => {
  const session = await openSession(convertCaffe(PROTOTXT, readCaffeWeights(model())));
  const data = Float32Array.from({ length: 36 }, (_, i) => i);
  const { mbox_loc, mbox_conf_flatten, mbox_priorbox } = await session.run({
    input: { data, dims: [1, 1, 6, 6] },
  });
  await session.close();
  // Pooling rounds up: a grid of 3 × 3. (3, 4) has the direction (0.6, 0.8), times (20, 10).
  expect(mbox_loc!.dims).toEqual([1, 9 * 16]);
  expect([...mbox_loc!.data.subarray(0, 3)].map((value) => value.toFixed(4))).toEqual([
    '12.0000',
    '13.0000',
    '14.0000',
  ]);
  expect(mbox_conf_flatten!.dims).toEqual([1, 9 * 8]);
  expect(mbox_conf_flatten!.data[1]).toBeCloseTo(0.75, 6);
  expect(mbox_conf_flatten!.data[3]).toBeCloseTo(0.5, 6);
  expect(mbox_priorbox!.dims).toEqual([1, 9 * 4, 4]);
  const boxes = Array.from({ length: 4 }, (_, i) => [
    ...mbox_priorbox!.data.subarray(4 * i, 4 * i + 4),
  ]);
  const sides = boxes.map(([l, t, r, b]) => [(r! - l!) * 6, (b! - t!) * 6].map(Math.round));
  expect(sides).toEqual([
    [2, 2],
    [3, 3],
    [4, 1],
    [1, 4],
  ]);
  expect((boxes[0]![0]! + boxes[0]![2]!) / 2).toBeCloseTo(1 / 6, 6);
});

it('a layer without counterpart is named', () => {
  const text = `input: "data"\ninput_dim: 1 input_dim: 1 input_dim: 4 input_dim: 4\n${layer('odd', 'LRN', 'data')}`;
  expect(() => convertCaffe(text, new Map())).toThrow('layer odd of type LRN is not supported');
});
