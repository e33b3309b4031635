/** The template record: what is encoded is decoded, anything else is refused. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BadRecord, decodeRecord, encodeRecord } from '../../src/templates/record.ts';
import type { Template } from '../../src/templates/template.ts';
import { cosine, unitVector } from '../../testing/template-samples.ts';

const NAME = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const TIME = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });

const template: fc.Arbitrary<Template> = fc
  .record({
    dimension: fc.integer({ min: 1, max: 200 }),
    number: fc.integer({ min: 0, max: 16 }),
    bcid: fc.record({
      storage: NAME,
      partition: NAME,
      classId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    }),
    encoderVersion: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    tags: fc.array(fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }), { maxLength: 64 }),
    consent: fc.option(fc.record({ reference: fc.string({ maxLength: 256 }), recorded: TIME })),
    enrolled: TIME,
    updated: TIME,
  })
  .map(({ dimension, number, consent, ...rest }) => ({
    ...rest,
    ...(consent === null ? {} : { consent }),
    features: Array.from({ length: number }, (_, index) => ({
      id: `feature ${index}`,
      values: unitVector(dimension),
      enrolled: rest.enrolled,
    })),
  }));

const bytes = (value: Template) => encodeRecord(value);

describe('the template record', () => {
  it('leaves no part of it in memory', () => {
    const [value] = fc.sample(template, 1);
    const concat = vi.spyOn(Buffer, 'concat');
    encodeRecord(value!);
    const [pieces] = concat.mock.calls[0]!;
    concat.mockRestore();
    expect(pieces.every((piece) => piece.every((byte) => byte === 0))).toBe(true);
  });

  it('restores its content', () => {
    fc.assert(
      fc.property(template, (before) => {
        const { features, ...rest } = decodeRecord(bytes(before));
        const { features: expected, ...others } = before;
        expect(rest).toEqual(others);
        expect(features.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        for (const [index, { values, enrolled }] of features.entries()) {
          expect(enrolled).toEqual(expected[index]!.enrolled);
          expect(cosine(values, expected[index]!.values)).toBeGreaterThan(0.999999);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is compact: two bytes per value and little else', () => {
    const now = new Date();
    const features = Array.from({ length: 16 }, (_, index) => ({
      id: `${index}`.padStart(36, '0'),
      values: unitVector(1152),
      enrolled: now,
    }));
    const bcid = { storage: 'store', partition: 'main', classId: 1n };
    const size = bytes({
      bcid,
      encoderVersion: 1,
      features,
      tags: [],
      enrolled: now,
      updated: now,
    });
    expect(size.length).toBeLessThan(16 * (1152 * 2 + 60));
  });

  it('is refused if truncated anywhere, extended, or of another format', () => {
    const [sample] = fc.sample(template, { numRuns: 1, seed: 7 });
    const whole = bytes(sample!);
    for (let length = 0; length < whole.length; length += 1 + Math.floor(length / 50))
      expect(() => decodeRecord(whole.subarray(0, length))).toThrow(BadRecord);
    expect(() => decodeRecord(Buffer.concat([whole, Buffer.alloc(1)]))).toThrow(BadRecord);
    for (const index of [0, 1, 2]) {
      const other = Buffer.from(whole);
      other[index]! += 1;
      expect(() => decodeRecord(other)).toThrow(BadRecord);
    }
  });

  it('is refused with an impossible time', () => {
    const [sample] = fc.sample(template, { numRuns: 1, seed: 7 });
    const { storage, partition } = sample!.bcid;
    const enrolled = 3 + 2 + storage.length + 2 + partition.length + 8 + 4;
    const other = bytes(sample!);
    other.writeBigUInt64LE(2n ** 60n, enrolled);
    expect(() => decodeRecord(other)).toThrow(BadRecord);
  });

  it('never fails in another way, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const prefixed = Buffer.concat([Buffer.from([0x50, 0x54, 1]), noise]);
        try {
          decodeRecord(prefixed);
        } catch (error) {
          expect(error).toBeInstanceOf(BadRecord);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
