/** Sealed files: what goes in comes out, or the reader is told. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArchiveSecret, openStream, sealStream } from '../../src/archive/sealed-stream.ts';

const SECRET = { kind: 'key', key: randomBytes(32) } as ArchiveSecret;

async function* inSlices(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const joined = async (pieces: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(pieces));
const seal = (plain: Uint8Array, size = 1000, secret = SECRET) =>
  joined(sealStream(inSlices(plain, size), 'test', secret));
const open = async (sealed: Uint8Array, size = 1000, secret = SECRET) => {
  const { header, plain } = await openStream(inSlices(sealed, size), () => secret);
  return { header, plain: await joined(plain) };
};

describe('a sealed file', () => {
  it('returns its content, however the stream is cut into chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.nat(300_000), fc.constantFrom(0, 1, 65_535, 65_536, 65_537, 131_072)),
        fc.integer({ min: 1000, max: 200_000 }),
        fc.integer({ min: 1000, max: 200_000 }),
        async (length, written, read) => {
          const plain = randomBytes(length);
          const { header, plain: opened } = await open(await seal(plain, written), read);
          expect(opened.equals(plain)).toBe(true);
          expect(header).toMatchObject({ content: 'test', secret: 'key' });
        },
      ),
      { numRuns: 40 },
    ));

  it('is refused if any byte is changed', async () => {
    const sealed = await seal(randomBytes(150_000));
    for (let i = 0; i < 60; i++) {
      const changed = Buffer.from(sealed);
      const at = i < 20 ? i * 10 : Math.floor((i / 60) * sealed.length);
      changed[at]! ^= 1;
      await expect(open(changed), `byte ${at}`).rejects.toThrow();
    }
  });

  it.each([
    'null',
    '{}',
    '{"content":"test","secret":"key","created":""}',
    '{"content":"test","secret":"key","salt":7,"created":""}',
    '{"content":"test","secret":"none","salt":"","created":""}',
  ])('is refused with the header %s', async (header) => {
    const file = Buffer.from(`PROSOPON-SEALED-1 ${header}\n${'x'.repeat(100)}`);
    await expect(open(file)).rejects.toThrow('not a file that this program sealed');
  });

  it('is refused if truncated, even between two chunks, or extended', async () => {
    const sealed = await seal(randomBytes(150_000));
    const begin = sealed.indexOf('\n') + 1;
    for (const length of [0, 5, begin, begin + 65_552, begin + 2 * 65_552, sealed.length - 1])
      await expect(open(sealed.subarray(0, length)), `${length}`).rejects.toThrow();
    await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow();
  });

  it('is refused if chunks were reordered or come from another file', async () => {
    const [one, other] = [await seal(randomBytes(200_000)), await seal(randomBytes(200_000))];
    const begin = one.indexOf('\n') + 1;
    const at = (file: Buffer, chunk: number) =>
      file.subarray(begin + chunk * 65_552, begin + (chunk + 1) * 65_552);
    const swapped = Buffer.concat([
      one.subarray(0, begin),
      at(one, 1),
      at(one, 0),
      at(one, 2),
      at(one, 3),
    ]);
    await expect(open(swapped)).rejects.toThrow(/changed/);
    const mixed = Buffer.concat([
      one.subarray(0, begin),
      at(one, 0),
      at(other, 1),
      at(one, 2),
      at(one, 3),
    ]);
    await expect(open(mixed)).rejects.toThrow(/changed/);
  });

  it('opens only with its passphrase', async () => {
    const passphrase = (text: string): ArchiveSecret => ({ kind: 'passphrase', passphrase: text });
    const sealed = await seal(Buffer.from('hello'), 1000, passphrase('Grüße'));
    const same = 'Gr\u0075\u0308\u00dfe';
    expect((await open(sealed, 1000, passphrase(same))).plain.toString()).toBe('hello');
    await expect(open(sealed, 1000, passphrase('other'))).rejects.toThrow(
      /passphrase does not open/,
    );
    await expect(open(sealed)).rejects.toThrow(/sealed with a passphrase/);
  });

  it.each([
    '',
    'PROSOPON-SEALED-1',
    'no such file\n',
    `PROSOPON-SEALED-1 ${'x'.repeat(2000)}\n`,
    'PROSOPON-SEALED-1 {"content":"test","secret":"key"}\n',
    'PROSOPON-SEALED-1 {"content":"test","secret":"key","salt":7}\n',
  ])('%#: other files are not sealed files', async (text) => {
    await expect(open(Buffer.from(text))).rejects.toThrow(/not a file that this program sealed/);
  });
});
