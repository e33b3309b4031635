/** The packs we know by name: where their files are, and what we can and cannot say about them. */

import { SIGNED } from '../models/manifest.ts';
import { YUNET } from './detector-packs.ts';
import { alone, raw, source } from './pack-records.ts';
import type { Pack } from './pack-schema.ts';
import { PAD_PACKS } from './pad-packs.ts';
import { RECOMMENDED_PACKS } from './recommended-packs.ts';

const INSIGHTFACE_COMMIT = 'c972aafea46d7481273c606cff4c6d5135ae1dc3';

export const KNOWN_PACKS: readonly Pack[] = [
  {
    name: 'sface',
    kind: 'encoder',
    description: 'SFace of the OpenCV Zoo, 128 values',
    licence: 'Apache-2.0 (opencv/opencv_zoo)',
    provenance: 'github.com/opencv/opencv_zoo, models/face_recognition_sface',
    note: 'untested here: neither its accuracy nor that it runs was seen by us',
    sources: [
      source('onnx', {
        name: 'face_recognition_sface_2021dec.onnx',
        url:
          'https://media.githubusercontent.com/media/opencv/opencv_zoo/main/models/' +
          'face_recognition_sface/face_recognition_sface_2021dec.onnx',
        size: 38_696_353,
        sha256: '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79',
      }),
    ],
    input: { width: 112, height: 112, channels: 'rgb', mean: [0, 0, 0], scale: 1 },
    encoder: alone('fc1', 128),
  },
  {
    name: 'edgeface-xs',
    kind: 'encoder',
    description: 'EdgeFace-XS, 512 values, small and accurate; opt-in because of its licence',
    licence: 'BSD-3-Clause or CC BY-NC-SA 4.0 (Idiap states both)',
    terms:
      'its licence is stated twice: BSD-3-Clause in the repository that holds the weights (since ' +
      "2024-02-07), CC BY-NC-SA 4.0, which forbids commercial use, on the authors' model cards. " +
      'Whether you may use it is for you to find out',
    provenance: 'gitlab.idiap.ch, bob.paper.tbiom2023_edgeface; photographs of celebrities',
    sources: [
      source('torch-edgenext', {
        name: 'edgeface_xs_q.pt',
        url:
          'https://gitlab.idiap.ch/bob/bob.paper.tbiom2023_edgeface/-/raw/master/checkpoints/' +
          'edgeface_xs_q.pt',
        size: 2_993_451,
        sha256: 'a31314377876ab9fa2a75e5638bc528efe79fd17d5c9c0a228fb7f846d7581a6',
      }),
    ],
    input: { width: 112, height: 112, ...SIGNED },
    encoder: alone('embedding', 512),
  },
  {
    name: 'insightface-efficientnet-b0',
    kind: 'encoder',
    description: 'EfficientNet-B0 of the Keras InsightFace port, 512 values',
    licence: 'MIT (vladmandic/insightface); no separate licence given for the weights',
    provenance: `github.com/vladmandic/insightface @${INSIGHTFACE_COMMIT.slice(0, 12)}`,
    note: 'accuracy not measured by us; the conversion was checked with random weights only',
    sources: [
      source(
        'tfjs-graph',
        {
          name: 'insightface-efficientnet-b0.json',
          url: raw(
            'vladmandic/insightface',
            INSIGHTFACE_COMMIT,
            'models/insightface-efficientnet-b0.json',
          ),
          size: 186_827,
          sha256: '62a116ead05c69800cd40763d7fed63109ebcf4dd1e403181af2c7bab5464429',
        },
        {
          name: 'insightface-efficientnet-b0.bin',
          url: raw(
            'vladmandic/insightface',
            INSIGHTFACE_COMMIT,
            'models/insightface-efficientnet-b0.bin',
          ),
          size: 13_013_224,
          gitBlob: '1b33e24513487f2ab7e6649c8ed7385c12698267',
        },
      ),
    ],
    input: { width: 112, height: 112, channels: 'rgb', mean: [0, 0, 0], scale: 1 / 255 },
    encoder: alone('Identity', 512),
  },
  YUNET,
  ...RECOMMENDED_PACKS,
  ...PAD_PACKS,
];
