/** MOSIP's records in all formats that are read and written, over real HTTP on real faces. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import type { FaceEngine } from '../../../src/faces/analysis.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { base64, startService, type TestService } from '../../../testing/http/service.ts';
import { portrait } from '../../../testing/people.ts';
import { faceImageBlock } from '../../documents/testing/chips.ts';
import { codestreamOf, jp2File } from '../../documents/testing/jpeg2000-files.ts';
import { portraitsOfBlock } from '../src/parser/face-image-block.ts';
import { bir, callSdk, cbeffFile, faceRecord, KIND, record } from '../testing/records.ts';

let mosip: Awaited<ReturnType<typeof startExtension>>;
let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
let jpeg: Buffer;
let jp2: Buffer;
let ada: Buffer;
let ben: Buffer;

beforeAll(async () => {
  engine = await testEngine();
  mosip = await startExtension('mosip');
  service = await startService(engine, { extensionRoutes: mosip.routes });
  client = await service.client('mosip');
  jpeg = await portrait('ada');
  jp2 = jp2File(await codestreamOf(sharp(jpeg)));
  ada = faceRecord(jpeg);
  ben = faceRecord(await portrait('ben'));
});
afterAll(async () => {
  await service.close();
  await mosip.close();
  await engine.close();
});

const call = async (name: string, request: unknown) =>
  (await callSdk(service, name, request, client)).json;
const face = (bytes: Uint8Array) => record(bir(base64(bytes)));
const xml = (...blocks: readonly (readonly [string, Uint8Array])[]) =>
  base64(Buffer.from(cbeffFile(...blocks)));
const bytesOf = (list: readonly number[]) => Buffer.from(Int8Array.from(list).buffer);

async function convert(sample: unknown, targetFormat: string, sourceFormat = 'ISO19794_5_2011') {
  const { response } = await call('convert-format', { sample, sourceFormat, targetFormat });
  return response;
}
const blockOf = async (...given: Parameters<typeof convert>) =>
  bytesOf((await convert(...given)).response.segments[0].bdb);
const matches = async (sample: unknown, gallery: readonly unknown[]) =>
  (await call('match', { sample, gallery })).response.response.map(
    ({ decisions: { FACE } }: { decisions: { FACE: { match: string } } }) => FACE.match,
  );

describe('convert-format', () => {
  it('makes JPEG and PNG of JPEG 2000, upright and at full size', async () => {
    const sample = face(faceRecord(jp2, KIND.jpeg2000));
    const { width, height } = await sharp(jpeg).metadata();
    const made = await blockOf(sample, 'IMAGE/JPEG');
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width, height });
    const png = await blockOf(sample, 'IMAGE/PNG');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height });
    // The codestream is without loss: every pixel is as it was.
    expect(await sharp(png).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
    expect(await matches(face(faceRecord(made)), [face(ada), face(ben)])).toEqual([
      'MATCHED',
      'NOT_MATCHED',
    ]);
  });

  it('makes records with such an image, which match as before', async () => {
    const original = faceRecord(jp2, KIND.jpeg2000);
    const made = await blockOf(face(original), 'ISO19794_5_2011/JPEG');
    expect(await matches(face(made), [face(ada), face(ben)])).toEqual(['MATCHED', 'NOT_MATCHED']);
    expect(made.readUInt32BE(8)).toBe(made.length);
    const { width, height } = await sharp(jpeg).metadata();
    const about = 17 + 18 + 6 + 17 + 16;
    expect([made[about + 1], made.readUInt16BE(about + 2), made.readUInt16BE(about + 4)]).toEqual([
      KIND.jpeg,
      width,
      height,
    ]);
    const png = await blockOf(face(made), 'ISO19794_5_2011/PNG');
    expect(png[about + 1]).toBe(KIND.png);
    // What is there already stays as it is.
    expect(await blockOf(face(ada), 'ISO19794_5_2011/JPEG')).toEqual(ada);
  });

  it.each([
    ['JPEG', () => jpeg, KIND.jpeg, 2],
    ['JPEG 2000', () => jp2, KIND.jpeg2000, 4],
    ['JPEG 2000 with loss', () => jp2, KIND.jpeg2000Lossy, 3],
  ])('makes a block of ISO/IEC 39794-5 around the same %s', async (_, image, kind, code) => {
    const block = await blockOf(face(faceRecord(image(), kind)), 'ISO39794_5_2019');
    expect(portraitsOfBlock(block).map((found) => Buffer.from(found))).toEqual([image()]);
    expect(block).toEqual(faceImageBlock([image()], code));
    expect(await blockOf(face(block), 'IMAGE/PNG', 'ISO39794_5_2019')).toEqual(
      await blockOf(face(faceRecord(image(), kind)), 'IMAGE/PNG'),
    );
    expect(await matches(face(block), [face(ada), face(ben)])).toEqual(['MATCHED', 'NOT_MATCHED']);
  });

  it('drops the signature over the block that was', async () => {
    const sample = record({ ...bir(base64(ada)), sb: 'AAAA', sbInfo: { format: null } });
    const { response } = await convert(sample, 'IMAGE/JPEG');
    expect(response.segments[0]).toMatchObject({ sb: null, sbInfo: null });
  });

  it.each<[string, () => unknown, string, string, RegExp]>([
    ['fingers', () => face(ada), 'IMAGE/JPEG', 'ISO19794_4_2011', /sourceFormat: expected/],
    ['an unknown target', () => face(ada), 'IMAGE/BMP', 'ISO19794_5_2011', /targetFormat: exp/],
    ['a member of every object', () => face(ada), 'constructor', 'ISO19794_5_2011', /targetFormat/],
    ['no target', () => face(ada), '', 'ISO19794_5_2011', /targetFormat: expected/],
    ['another source', () => face(ada), 'IMAGE/PNG', 'ISO39794_5_2019', /is of ISO19794_5_2011/],
    [
      'a record of a block',
      () => face(faceImageBlock([jpeg])),
      'ISO19794_5_2011/PNG',
      'ISO39794_5_2019',
      /only ISO19794_5_2011 becomes another record/,
    ],
    [
      'a block of PNG',
      () => face(faceRecord(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), KIND.png)),
      'ISO39794_5_2019',
      'ISO19794_5_2011',
      /no JPEG or JPEG 2000/,
    ],
    [
      'half an image',
      () => face(faceRecord(jp2.subarray(0, 2000), KIND.jpeg2000)),
      'IMAGE/JPEG',
      'ISO19794_5_2011',
      /sample\.segments\[0\]\.bdb: /,
    ],
    [
      'half a block',
      () => face(faceImageBlock([jpeg]).subarray(0, 2000)),
      'IMAGE/JPEG',
      'ISO39794_5_2019',
      /sample\.segments\[0\]\.bdb: truncated or damaged/,
    ],
    [
      'many faces',
      () => record(...Array.from({ length: 21 }, () => bir(base64(ada)))),
      'IMAGE/JPEG',
      'ISO19794_5_2011',
      /more than 20 faces/,
    ],
  ])('refuses %s', async (_, sample, target, source, message) => {
    expect(await convert(sample(), target, source)).toMatchObject({
      statusCode: 401,
      statusMessage: expect.stringMatching(message),
      response: null,
    });
  });
});

describe('CBEFF XML', () => {
  it('is taken as sample and in the gallery', async () => {
    const sample = xml(['Finger', Buffer.from('FIR')], ['Face', ada]);
    expect(await matches(sample, [xml(['Face', ada]), face(ben), xml(['Iris', ada])])).toEqual([
      'MATCHED',
      'NOT_MATCHED',
      'ERROR',
    ]);
    const { response } = await call('check-quality', { sample: xml(['Face', ada]) });
    expect(response.response.scores.FACE.score).toBeGreaterThan(20);
  });

  it('comes back as XML with what was asked for in it', async () => {
    const sample = xml(['Finger', Buffer.from('FIR')], ['Face', faceRecord(jp2, KIND.jpeg2000)]);
    const segmented = (await call('segment', { sample })).response.response;
    const text = Buffer.from(segmented, 'base64').toString();
    expect(text).toContain('<Type>Face</Type>');
    expect(text).not.toContain('Finger');
    expect(text).toContain('<entry key="EXCEPTION">false</entry>');
    const converted = (await convert(segmented, 'ISO19794_5_2011/JPEG')).response;
    expect(await matches(converted, [face(ada), face(ben)])).toEqual(['MATCHED', 'NOT_MATCHED']);
    const template = (await call('extract-template', { sample: converted })).response.response;
    expect(Buffer.from(template, 'base64').toString()).toContain('<Level>Processed</Level>');
    expect(await matches(template, [xml(['Face', ada]), face(ben)])).toEqual([
      'MATCHED',
      'NOT_MATCHED',
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['no base64', '?', /sample: not base64/],
    ['no XML', base64(Buffer.from('FAC')), /sample: the XML is not well-formed/],
    ['a DTD', base64(Buffer.from('<!DOCTYPE BIR SYSTEM "file:///etc/passwd"><BIR/>')), /a DTD/],
  ])('is refused if it is %s', async (_, sample, message) => {
    const { response, errors } = await call('segment', { sample });
    expect(response).toBe('');
    expect(errors).toEqual([
      { code: 'INVALID_REQUEST_BODY', message: expect.stringMatching(message) },
    ]);
  });

  it('is refused if there is much of it', async () => {
    const gallery = Array.from({ length: 21 }, () => xml(['Face', Buffer.from('FAC')]));
    const { errors } = await call('match', { sample: face(ada), gallery });
    expect(errors).toMatchObject([{ message: 'gallery[20]: more than 20 files of CBEFF XML' }]);
  });

  it('is answered by a status if there is no face in it', async () => {
    const { response } = await call('segment', { sample: xml(['Iris', Buffer.from('IIR')]) });
    expect(response).toMatchObject({ statusCode: 404, response: null });
  });
});
