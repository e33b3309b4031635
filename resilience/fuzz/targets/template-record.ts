import { isDeepStrictEqual } from 'node:util';
import {
  BadRecord,
  decodeRecord,
  decodeVectors,
  encodeRecord,
} from '../../../src/templates/record.ts';
import type { Template } from '../../../src/templates/template.ts';
import { Broken, type Target } from '../target.ts';

const when = new Date(1_750_000_000_000);
const values = Float32Array.from({ length: 8 }, (_, i) => (i - 4) / 10);
const feature = (id: string) => ({ id, enrolled: when, values });
const template = {
  ...{ bcid: { storage: 's', partition: 'p', classId: 7n }, encoderVersion: 1, tags: ['a', 'b'] },
  ...{ enrolled: when, updated: when, features: [feature('1'), feature('2')] },
};

/** Everything but the vectors' numbers, which writing scales. */
const withoutValues = (read: Template) => ({
  ...read,
  features: read.features.map(({ id, enrolled }) => ({ id, enrolled })),
});

/** A record that was read can be written, and is the same again. */
export const target: Target = {
  seeds: [
    encodeRecord(template),
    encodeRecord({ ...template, consent: { reference: 'c', recorded: when } }),
    encodeRecord({ ...template, tags: [], features: [] }),
  ],
  isRefusal: (error) => error instanceof BadRecord,
  parse(input) {
    decodeVectors(input);
    const read = decodeRecord(input);
    const again = decodeRecord(encodeRecord(read));
    if (!isDeepStrictEqual(withoutValues(again), withoutValues(read)))
      throw new Broken('written again it is another');
  },
};
