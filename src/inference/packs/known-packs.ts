/** The packs known by name: their files, and known facts and gaps about them. */

import { SIGNED } from '../models/manifest.ts';
import { YUNET } from './detector-packs.ts';
import { MBF } from './mbf-pack.ts';
import { alone, source } from './pack-records.ts';
import type { Pack } from './pack-schema.ts';
import { PAD_PACKS } from './pad-packs.ts';
import { RECOMMENDED_PACKS } from './recommended-packs.ts';

export const KNOWN_PACKS: readonly Pack[] = [
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
  YUNET,
  MBF,
  ...RECOMMENDED_PACKS,
  ...PAD_PACKS,
];
