/** What passes the scanner decodes to no more members than it counted, whatever the bytes are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  loadDefinitions,
  SERVICES,
  serviceOf,
} from '../../../../src/protocols/grpc/definitions.ts';
import { createMessageScanner } from '../../../../src/protocols/grpc/uploads/message-scanner.ts';
import { requestShapes } from '../../../../src/protocols/grpc/uploads/message-shape.ts';

const definitions = loadDefinitions();
const shapes = requestShapes(definitions);
const recognition = serviceOf(definitions, 'prosopon.v1.FaceRecognition');
const enroll = Object.values(recognition).find(({ path }) => path.endsWith('/Enroll'))!;

/** The frame of a message. */
function framed(message: Uint8Array, flag = 0): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function passes(frame: Buffer, mostMembers: number, cuts: readonly number[] = [4096]): boolean {
  const scanner = createMessageScanner(shapes.get('Enroll')!, mostMembers);
  try {
    for (let at = 0, i = 0; at < frame.length; at += cuts[i++ % cuts.length]!)
      scanner.write(frame.subarray(at, at + cuts[i % cuts.length]!));
    return true;
  } catch {
    return false;
  }
}

const cuts = fc.integer({ min: 1, max: 9 }).map((size) => [size]);
const bytes = fc.uint8Array({ maxLength: 20 });
const image = fc.record({ image: bytes, tags: fc.array(fc.string({ maxLength: 5 })) });
const request = fc.record({
  classId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  images: fc.array(image),
  consent: fc.string(),
});

it('counts every valid message, wherever its chunks are cut', () => {
  fc.assert(
    fc.property(request, cuts, (message, sizes) => {
      const members = message.images.reduce((sum, { tags }) => sum + 2 + tags.length, 2);
      const frame = framed(enroll.requestSerialize(message));
      expect(passes(frame, members, sizes)).toBe(true);
      expect(passes(frame, members - 1, sizes)).toBe(false);
    }),
  );
});

it('passes nothing that decodes to more than it counted', () => {
  // Tags of known members with right and wrong encodings, lengths that lie, overlong numbers.
  const hostile = fc.constantFrom(
    0x08,
    0x0a,
    0x10,
    0x12,
    0x22,
    0x80,
    0xff,
    0,
    1,
    2,
    3,
    5,
    0x13,
    0x14,
  );
  const noise = fc.array(fc.oneof(hostile, fc.integer({ min: 0, max: 255 })), { maxLength: 60 });
  let decoded = 0;
  fc.assert(
    fc.property(noise, cuts, (values, sizes) => {
      const message = Buffer.from(values);
      if (!passes(framed(message), 5, sizes)) return;
      let made: { images: { tags: string[] }[] };
      try {
        made = enroll.requestDeserialize(message) as typeof made;
      } catch {
        return;
      }
      decoded++;
      const parts = made.images.reduce((sum, { tags }) => sum + 1 + tags.length, 0);
      expect(parts).toBeLessThanOrEqual(5);
    }),
    { numRuns: 20_000 },
  );
  expect(decoded).toBeGreaterThan(100);
});

it('refuses millions of empty images before the rest has arrived', () => {
  const frame = framed(Buffer.alloc(40_000_000)).subarray(0, 5);
  const scanner = createMessageScanner(shapes.get('Enroll')!, 1000);
  scanner.write(frame);
  expect(() => scanner.write(Buffer.from('1200'.repeat(1001), 'hex'))).toThrow(/more than 1000/);
});

it('refuses a member of another encoding, which the library would read out of step', () => {
  // The class as bytes with a length; to the library, a number and a hundred images.
  const message = Buffer.from(`0ac801${'1200'.repeat(100)}`, 'hex');
  expect((enroll.requestDeserialize(message) as { images: [] }).images).toHaveLength(100);
  expect(passes(framed(message), 5)).toBe(false);
});

it.each(['12', '1280', '1202', '0880', '08', '120208', '12022a', '0d0000'])(
  'refuses the cut-off message %s',
  (message) => {
    expect(() => enroll.requestDeserialize(Buffer.from(message, 'hex'))).toThrow();
    expect(passes(framed(Buffer.from(message, 'hex')), 5)).toBe(false);
  },
);

it('refuses compression, groups, and a second message', () => {
  const one = enroll.requestSerialize({ classId: '5', images: [] });
  expect(passes(framed(one), 10)).toBe(true);
  expect(passes(framed(one, 1), 10)).toBe(false);
  expect(passes(framed(Buffer.from([0x13, 0x14])), 10)).toBe(false);
  expect(passes(Buffer.concat([framed(one), framed(one)]), 10)).toBe(false);
});

it('knows the requests of all methods', () => {
  expect([...shapes.keys()].sort()).toEqual(
    SERVICES.flatMap((name) => Object.values(serviceOf(definitions, name)))
      .map(({ path }) => path.split('/').at(-1))
      .sort(),
  );
  expect([...(shapes.get('Search')?.keys() ?? [])]).toEqual([1, 2, 3]);
});
