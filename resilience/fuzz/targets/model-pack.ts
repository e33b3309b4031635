import { ModelError } from '../../../src/inference/models/model-error.ts';
import { KNOWN_PACKS } from '../../../src/inference/packs/known-packs.ts';
import { parsePack } from '../../../src/inference/packs/pack-schema.ts';
import { seed, type Target, textOf } from '../target.ts';

export const target: Target = {
  seeds: KNOWN_PACKS.slice(0, 12).map((pack) => seed(JSON.stringify(pack))),
  words: [
    '"kind":',
    '"encoder"',
    '"sources":',
    '"files":',
    '"sha256":',
    'null',
    '__proto__',
    '1e999',
  ],
  isRefusal: (error) => error instanceof ModelError,
  parse: (input) => parsePack(textOf(input), 'pack.json'),
};
