/** The recommended encoder. */
import { SIGNED } from '../models/manifest.ts';
import { alone, raw, source } from './pack-records.ts';
import type { EncoderPack } from './pack-schema.ts';

const ESP_DL_COMMIT = '12c0616de145b704e1149c474b9a1e852e631d67';
const FILE = 'human_face_feat_mbf_s8_v1.espdl';

export const MBF: EncoderPack = {
  name: 'mbf',
  kind: 'encoder',
  description: 'MBF of ESP-DL, a MobileFaceNet of 3.4 million weights, 512 values',
  licence: 'MIT (espressif/esp-dl)',
  provenance:
    `github.com/espressif/esp-dl @${ESP_DL_COMMIT.slice(0, 12)}; training data undisclosed ` +
    '("based on arcface")',
  sources: [
    source('espdl', {
      name: FILE,
      url: raw(
        'espressif/esp-dl',
        ESP_DL_COMMIT,
        `models/human_face_recognition/models/p4/${FILE}`,
      ),
      size: 3_522_832,
      sha256: '0cd2629f7111b821f419531d0d3ff33d81018391fa57039acd1022a4531cfd48',
    }),
  ],
  input: { width: 112, height: 112, ...SIGNED },
  encoder: alone('embedding', 512),
};
