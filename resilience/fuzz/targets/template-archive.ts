import { unpackTemplates } from '../../../src/archive/template-archive.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { EncoderParts } from '../../../src/templates/encoder-version.ts';
import { encodeRecord } from '../../../src/templates/record.ts';
import type { TemplateStore } from '../../../src/templates/store.ts';
import type { Target } from '../target.ts';

const when = new Date(1_750_000_000_000);
const features = [{ id: 'f', enrolled: when, values: Float32Array.of(0.6, 0.8) }];
const record = encodeRecord({
  ...{ bcid: { storage: 's', partition: 'p', classId: 7n }, encoderVersion: 1, tags: ['a'] },
  ...{ enrolled: when, updated: when, features },
});
const encoders = [{ version: 1, name: 'e', fingerprint: 'f' }];
const png = Buffer.from('png').toString('base64');
const thumbnails = [{ featureId: 'f', enrolled: when.toISOString(), png }];
const file = Buffer.from(
  [
    { storage: 's', partition: 'p', encoders },
    { template: record.toString('base64'), thumbnails },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);

/** A database with every encoder that accepts every template. */
const parts = {
  database: { write: async () => 1 },
  keyRing: {},
} as unknown as EncoderParts;
const templates = {
  update: async (_: unknown, change: (current: undefined) => unknown) => change(undefined),
} as unknown as TemplateStore;

export const target: Target = {
  seeds: [file],
  words: ['{"template":"', '"thumbnails":[', '"png":"', '{"encoders":[]}', 'null', '\n'],
  isRefusal: (error) => error instanceof InvalidArgument,
  async parse(input) {
    const pieces = (async function* () {
      yield Buffer.from(input);
    })();
    await unpackTemplates(pieces, parts, templates, { storage: 's', partition: 'q' }, false);
  },
};
