/** What decodes has no more members than are allowed, whatever the bytes are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InvalidArgument } from '../../../src/errors.ts';
import { requestDecoders } from '../../../src/protocols/grpc/decode-request.ts';
import { loadDefinitions, SERVICES, serviceOf } from '../../../src/protocols/grpc/definitions.ts';

const enroll = Object.values(serviceOf(loadDefinitions(), 'prosopon.v1.FaceRecognition')).find(
  ({ path }) => path.endsWith('/Enroll'),
)!;
const decode = requestDecoders('proto', ['prosopon/v1/face_recognition.proto'])(
  'prosopon.v1.FaceEnrollmentRequest',
  false,
);

const image = fc.record({
  image: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  tags: fc.array(fc.string({ maxLength: 5 })),
});
const request = fc.record({
  classId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  images: fc.array(image),
  consent: fc.string(),
});

it('reads every request as it was written', () => {
  fc.assert(
    fc.property(request, (message) => {
      expect(decode(enroll.requestSerialize(message))).toMatchObject(message);
    }),
  );
});

it('reads nothing with more members than are allowed', () => {
  // Tags of known members with right and wrong encodings, lengths that lie, groups, long numbers.
  const hostile = fc.constantFrom(
    ...[0x08, 0x0a, 0x10, 0x12, 0x22, 0x80, 0xff, 0, 1, 2, 3, 5, 0x13, 0x14],
  );
  const piece = fc.array(fc.oneof(hostile, fc.integer({ min: 0, max: 255 })), { maxLength: 60 });
  fc.assert(
    fc.property(piece, (values) => {
      const given = decode(Buffer.concat(Array(200).fill(Buffer.from(values))));
      if (given instanceof InvalidArgument) return;
      const { images } = given as { images: { tags: string[] }[] };
      const members = images.reduce((sum, { tags }) => sum + 1 + tags.length, 0);
      expect(members).toBeLessThanOrEqual(1000);
    }),
    { numRuns: 3000 },
  );
});

it.each([
  ['empty images', '1200'],
  ['empty tags of an image', '12020a00'],
  ['unknown numbers', '983f01'],
  ['unknown groups', '9b3f9c3f'],
])('stops at the limit: %s', (_, member) => {
  const given = decode(Buffer.from(member.repeat(1_000_000), 'hex'));
  expect(given).toMatchObject({ message: expect.stringMatching(/more than 1000 members; send/) });
});

it.each(['12', '1280', '1202', '0880', '08', '120208', '12022a', '0d0000'])(
  'refuses the cut-off message %s',
  (message) => expect(decode(Buffer.from(message, 'hex'))).toBeInstanceOf(InvalidArgument),
);

it('decodes the requests of all methods', () => {
  const definitions = loadDefinitions();
  for (const name of SERVICES)
    for (const method of Object.values(serviceOf(definitions, name)))
      expect(method.requestDeserialize(Buffer.from('12')), method.path).toBeInstanceOf(
        InvalidArgument,
      );
});
