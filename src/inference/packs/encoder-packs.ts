/** The known encoders that are fetched. */
import { SIGNED } from '../models/manifest.ts';
import { type EncoderPack, raw } from './pack.ts';

/** What commands call the recommended encoder. */
export const RECOMMENDED = 'recommended';

const ESP_DL_COMMIT = '12c0616de145b704e1149c474b9a1e852e631d67';
const MBF_FILE = 'human_face_feat_mbf_s8_v1.espdl';
const FOAMLIU_COMMIT = 'a6cc9032a659b615f477833e1a70b5e7931bcccc';

/** Recommended. The mirror image would double its time, and gain less than a tenth of a percent. */
export const MBF: EncoderPack = {
  name: 'mbf',
  kind: 'encoder',
  description: 'MBF of ESP-DL, a MobileFaceNet of 3.4 million weights, 512 values; recommended',
  licence: 'MIT (espressif/esp-dl)',
  provenance: `github.com/espressif/esp-dl @${ESP_DL_COMMIT.slice(0, 12)}`,
  note: 'training data undisclosed; Espressif states "based on arcface" and the licence MIT',
  format: 'espdl',
  file: {
    name: MBF_FILE,
    url: raw(
      'espressif/esp-dl',
      ESP_DL_COMMIT,
      `models/human_face_recognition/models/p4/${MBF_FILE}`,
    ),
    size: 3_522_832,
    sha256: '0cd2629f7111b821f419531d0d3ff33d81018391fa57039acd1022a4531cfd48',
  },
  input: { width: 112, height: 112, ...SIGNED },
  encoder: { output: 'embedding', dimension: 512, mirror: false },
};

/** For slow machines, and for those who doubt the origin of MBF. */
export const MOBILEFACENET: EncoderPack = {
  name: 'mobilefacenet',
  kind: 'encoder',
  description: 'MobileFaceNet trained on refined MS-Celeb-1M, 128 values; light',
  licence: 'Apache-2.0 (foamliu/MobileFaceNet)',
  provenance: `github.com/foamliu/MobileFaceNet @${FOAMLIU_COMMIT.slice(0, 12)}; photographs of celebrities`,
  format: 'onnx',
  file: {
    name: 'mobilefacenet-foamliu.onnx',
    url: raw('foamliu/MobileFaceNet', FOAMLIU_COMMIT, 'weights/MobileFaceNet.onnx'),
    size: 3_998_070,
    sha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
  },
  input: {
    width: 112,
    height: 112,
    channels: 'rgb',
    mean: [123.675, 116.28, 103.53],
    scale: [1 / 58.395, 1 / 57.12, 1 / 57.375],
  },
  encoder: { output: 'output0', dimension: 128 },
};
