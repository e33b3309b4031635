/** The networks of the recommended encoder, called `recommended` together. */
import { alone, source } from './pack-records.ts';
import type { EncoderPack } from './pack-schema.ts';

/** Their common name in commands. */
export const RECOMMENDED = 'recommended';

const FOAMLIU_COMMIT = 'a6cc9032a659b615f477833e1a70b5e7931bcccc';
const OPEN_MODEL_ZOO =
  'https://storage.openvinotoolkit.org/repositories/open_model_zoo/2022.3/models_bin/1/' +
  'face-reidentification-retail-0095/FP16/face-reidentification-retail-0095';

const UNCALIBRATED = 'made for the recommended encoder; alone it has no calibration';

export const RECOMMENDED_PACKS: readonly EncoderPack[] = [
  {
    name: 'mobilefacenet',
    kind: 'encoder',
    description: 'MobileFaceNet trained on refined MS-Celeb-1M, 128 values',
    licence: 'Apache-2.0 (foamliu/MobileFaceNet)',
    provenance: `github.com/foamliu/MobileFaceNet @${FOAMLIU_COMMIT.slice(0, 12)}; photographs of celebrities`,
    note: UNCALIBRATED,
    sources: [
      source('onnx', {
        name: 'mobilefacenet-foamliu.onnx',
        url: `https://raw.githubusercontent.com/foamliu/MobileFaceNet/${FOAMLIU_COMMIT}/weights/MobileFaceNet.onnx`,
        size: 3_998_070,
        sha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
      }),
    ],
    input: {
      width: 112,
      height: 112,
      channels: 'rgb',
      mean: [123.675, 116.28, 103.53],
      scale: [1 / 58.395, 1 / 57.12, 1 / 57.375],
    },
    encoder: alone('output0', 128),
  },
  {
    name: 'omz-0095',
    kind: 'encoder',
    description: 'face-reidentification-retail-0095 of the Open Model Zoo, 256 values',
    licence: 'Apache-2.0 (Intel, openvinotoolkit/open_model_zoo)',
    provenance: 'storage.openvinotoolkit.org, Open Model Zoo 2022.3; training data undisclosed',
    note: UNCALIBRATED,
    sources: [
      source(
        'openvino-ir',
        {
          name: 'face-reidentification-retail-0095.xml',
          url: `${OPEN_MODEL_ZOO}.xml`,
          size: 350_471,
          sha384:
            '8fb1193bcdab310ea118401a0ffa1dae20a1c793227cf9789e7982c46f511e8ffc67c02b38d9982a9fd76d0b6617b481',
        },
        {
          name: 'face-reidentification-retail-0095.bin',
          url: `${OPEN_MODEL_ZOO}.bin`,
          size: 2_213_628,
          sha384:
            '802a00762eb563acb377eeac0e96bc97384a0d2788e0a977414d0f235e1e1ee90e278579ff5579f32c606d2cb046482a',
        },
      ),
    ],
    input: { width: 128, height: 128, channels: 'bgr', mean: [0, 0, 0], scale: 1 },
    encoder: {
      output: 'embedding',
      dimension: 256,
      alignment: { a: 1.216342, b: 0.0022056, tx: -3.953527, ty: -5.325768 },
      // Beside the other network the mirror image adds nothing, and doubles the time.
      mirror: false,
    },
  },
];
