/** What is no image is refused in words fit for the caller, whatever the bytes are. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { InvalidImage } from '../../../src/errors.ts';
import { decodeImage } from '../../../src/faces/image/decode.ts';
import { recogniseFormat } from '../../../src/faces/image/format.ts';
import { checkDeclaredSizes } from '../../../src/faces/image/heif.ts';
import { matrixProfileToSrgb } from '../../../src/faces/image/icc.ts';
import { sampleImages } from '../../../testing/images.ts';
import { mangledImages } from '../../../testing/mangled.ts';

const LIMITS = { maxPixels: 40_000_000, maxSide: 1920 };
const REASONS =
  /^(not a decodable image|truncated or damaged image|.* exceeds? the limit of [\d.]+)$/;

/** The refusal, or undefined where the bytes decode; every other error fails the test. */
async function refusal(bytes: Uint8Array, limits = LIMITS): Promise<InvalidImage | undefined> {
  try {
    const { picture } = await decodeImage(bytes, limits);
    expect(picture.data.length).toBe(picture.width * picture.height * 3);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidImage);
    const invalid = error as InvalidImage;
    expect(invalid.reason).toMatch(REASONS);
    return invalid;
  }
}

describe('the corpus of mangled images', async () => {
  it.each(await mangledImages())('$name is $expect', async ({ bytes, expect: expected }) => {
    expect((await refusal(bytes)) ? 'refused' : 'decodes').toBe(expected);
  });
});

describe('limits', async () => {
  const mangled = await mangledImages();
  const bytesOf = (name: string) => mangled.find((image) => image.name === name)!.bytes;

  it('state the number of pixels, and the limit', async () => {
    const error = await refusal(bytesOf('PNG bomb of 900 megapixels'));
    expect(error?.message).toBe('image: 900 megapixels exceed the limit of 40');
  });

  it.each(await sampleImages())('$name is held to the pixel limit', async ({ bytes }) => {
    const error = await refusal(bytes, { ...LIMITS, maxPixels: 160 * 120 - 1 });
    expect(error?.reason).toMatch(/megapixels exceed the limit of 0.1$/);
    expect(await refusal(bytes, { ...LIMITS, maxPixels: 160 * 120 })).toBeUndefined();
  });

  describe.each((await sampleImages()).filter(({ name }) => /^(AVIF|HEIC)/.test(name)))(
    'sizes that $name declares',
    ({ bytes }) => {
      const file = Buffer.from(bytes);
      const start = file.readUInt32BE();
      const meta = file.subarray(start, start + file.readUInt32BE(start));
      const long = (type: string, body = Buffer.alloc(0), size = 16 + body.length) => {
        const head = Buffer.alloc(16);
        head.writeUInt32BE(1);
        head.write(type, 4);
        head.writeBigUInt64BE(BigInt(size), 8);
        return Buffer.concat([head, body]);
      };
      const sized = (size: number) => {
        const box = Buffer.from(meta);
        box.writeUInt32BE(size);
        return box;
      };

      it.each([
        ['as it is', meta],
        ['behind a box with a size of 64 bits', Buffer.concat([long('free'), meta])],
        ['in a box with a size of 64 bits', long('meta', meta.subarray(8))],
        ['in a box to the end of the file', sized(0)],
        ['in the second such box', Buffer.concat([long('meta'), meta])],
        ['before what is no box', Buffer.concat([meta, sized(7)])],
      ])('are held to the limit %s', (_, rest) => {
        const whole = Buffer.concat([file.subarray(0, start), rest]);
        expect(() => checkDeclaredSizes(whole, 160 * 120 - 1)).toThrow('megapixels exceed');
        expect(() => checkDeclaredSizes(whole, 160 * 120)).not.toThrow();
      });

      it.each([
        ['in a box smaller than its head', sized(7)],
        ['in a box smaller than its long head', long('meta', meta.subarray(8), 15)],
        ['in a box whose long head is cut off', long('meta').subarray(0, 15)],
        ['in too many boxes', Buffer.concat(Array(100).fill(long('meta')))],
      ])('are refused %s', (_, rest) => {
        const whole = Buffer.concat([file.subarray(0, start), rest]);
        expect(() => checkDeclaredSizes(whole, 160 * 120)).toThrow('not a decodable image');
      });
    },
  );

  it('refuses a bomb with little memory', async () => {
    const bombs = mangled.filter(({ name }) => /bomb|absurd|largest|without pixels/.test(name));
    const before = process.memoryUsage.rss();
    for (const { bytes } of bombs) expect(await refusal(bytes)).toBeDefined();
    expect(process.memoryUsage.rss() - before).toBeLessThan(100e6);
  });

  it('reads a JPEG without its end marker, if all pixels are there', async () => {
    const raw = { width: 200, height: 160, channels: 3 as const };
    // The same in each run: whether a decoder looks beyond the last pixel depends on the pixels.
    const busy = Uint8Array.from({ length: 200 * 160 * 3 }, (_, i) => 128 + 60 * Math.sin(i * i));
    const limits = { maxPixels: 1e6, maxSide: 200 };
    for (const progressive of [false, true]) {
      const whole = await sharp(busy, { raw }).jpeg({ progressive }).toBuffer();
      const expected = await decodeImage(whole, limits);
      expect(expected.endless).toBeUndefined();
      for (const cut of [
        whole.subarray(0, -2),
        Buffer.concat([whole.subarray(0, -2), Buffer.alloc(9)]),
      ]) {
        const read = await decodeImage(cut, limits);
        expect(read.picture.data).toEqual(expected.picture.data);
      }
      expect((await decodeImage(whole.subarray(0, -2), limits)).endless).toBe(true);
      for (const lost of [20, 500, whole.length >> 1])
        await expect(decodeImage(whole.subarray(0, -lost), limits)).rejects.toThrow('truncated');
    }
  });

  it("logs the decoder's message", async () => {
    const error = await refusal(bytesOf('half a JPEG'));
    expect(error?.message).toBe('image: truncated or damaged image');
    expect(error?.detail).toContain('premature end');
  });
});

describe('hostile bytes', async () => {
  const samples = await sampleImages();

  it.each(samples)('every mutation of $name is read or refused', async ({ name, bytes }) => {
    // The decoders of HEIC and JPEG 2000 start anew for each image.
    const numRuns = /^(HEIC|JPEG 2000)/.test(name) ? 12 : 60;
    const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 12,
    });
    // Squared, so that most of the edits fall on headers.
    const place = (at: number) => Math.floor(at * at * (bytes.length - 1));
    const mutation = fc.asyncProperty(edits, fc.boolean(), async (changes, cut) => {
      const mutated = Uint8Array.from(bytes);
      for (const [at, value] of changes) mutated[place(at)] = value;
      await refusal(cut ? mutated.subarray(0, place(changes[0]![0])) : mutated, {
        maxPixels: 1_000_000,
        maxSide: 320,
      });
    });
    await fc.assert(mutation, { numRuns });
  });

  it('refuses arbitrary bytes after every signature', async () => {
    const signatures = samples.map(({ bytes }) => bytes.subarray(0, 12));
    const rest = fc.uint8Array({ maxLength: 300 });
    const property = fc.asyncProperty(fc.constantFrom(...signatures), rest, async (head, tail) => {
      await refusal(Buffer.concat([head, tail]));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('recognises formats and profiles in any bytes without failing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        recogniseFormat(bytes);
        matrixProfileToSrgb(bytes);
      }),
    );
  });
});
