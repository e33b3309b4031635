/** A named corpus of broken, hostile and unusual images, for every door that takes images. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { bmpFile } from './bmp.ts';
import { sampleImages, samplePixels } from './images.ts';

export interface MangledImage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly expect: 'refused' | 'decodes';
}

/** Made anew at each call; all of it together is under 2 MB. */
export async function mangledImages(): Promise<MangledImage[]> {
  const refused = (name: string, bytes: Uint8Array | string): MangledImage => ({
    name,
    bytes: Buffer.from(bytes as Uint8Array),
    expect: 'refused',
  });
  const decodes = (name: string, bytes: Uint8Array): MangledImage => ({
    name,
    bytes,
    expect: 'decodes',
  });
  const samples = await sampleImages();
  const named = (name: string) => Buffer.from(samples.find((s) => s.name === name)!.bytes);
  const formats = ['JPEG', 'JPEG, progressive', 'PNG', 'WebP', 'GIF', 'TIFF', 'AVIF', 'HEIC'];
  const halves = [...formats, 'BMP, 24 bit', 'BMP, run-length 8'].map((name) => {
    const whole = named(name);
    return refused(`half a ${name}`, whole.subarray(0, whole.length / 2));
  });
  const jpeg = named('JPEG');
  const png = named('PNG');
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#806040' } });
  return [
    refused('zero bytes', ''),
    refused('one byte', '\xff'),
    ...texts().map(([name, text]) => refused(name, text)),
    ...otherFiles().map(([name, bytes]) => refused(name, bytes)),
    ...halves,
    ...formats.map((name) => refused(`first 20 bytes of a ${name}`, named(name).subarray(0, 20))),
    refused('JPEG of two bytes', jpeg.subarray(0, 2)),
    refused('JPEG of absurd dimensions', jpegOfSize(jpeg, 65_500, 65_500)),
    refused('JPEG without height', jpegOfSize(jpeg, 160, 0)),
    refused('PNG with a damaged header', overwritten(png, 18, [0x7f, 0xff])),
    refused('PNG with damaged pixels', overwritten(png, png.length >> 1, [1, 2, 3, 4, 5, 6])),
    refused('PNG bomb of 900 megapixels', pngBomb(30_000, 30_000)),
    refused('PNG bomb whose chunk is missing', pngHeaderOnly(30_000, 30_000)),
    refused('PNG of the largest size there is', pngHeaderOnly(0x7fffffff, 0x7fffffff)),
    refused('PNG of 40 megapixels without pixels', pngHeaderOnly(8_000, 5_000)),
    refused('GIF bomb', gifBomb()),
    refused('WebP bomb', webpBomb(named('WebP, lossless'))),
    refused('TIFF bomb', tiffOfSize(50_000, 50_000)),
    refused('TIFF of 40 megapixels without pixels', tiffOfSize(8_000, 5_000)),
    refused('TIFF whose directory points to itself', tiffLoop()),
    refused('BMP bomb', bmpOfSize(30_000, 30_000)),
    refused('BMP of 40 megapixels without pixels', bmpOfSize(8_000, 5_000)),
    refused('BMP of the largest size there is', bmpOfSize(0x7fffffff, 0x7fffffff)),
    refused('BMP of negative width', bmpOfSize(-160, 120)),
    refused('run-length BMP of 40 megapixels', bmpOfSize(8_000, 5_000, true)),
    refused('HEIC of absurd dimensions', heifOfSize(named('HEIC'), 30_000, 30_000)),
    refused('HEIC that lies about its size', heifOfSize(named('HEIC'), 6_000, 6_000)),
    refused('AVIF of absurd dimensions', heifOfSize(named('AVIF'), 30_000, 30_000)),
    decodes('1×1', await flat(1, 1).png().toBuffer()),
    decodes('30000×2', await flat(30_000, 2).png().toBuffer()),
    decodes('2×30000', await flat(2, 30_000).jpeg().toBuffer()),
    decodes('animated GIF', await animation().gif().toBuffer()),
    decodes('animated WebP', await animation().webp().toBuffer()),
    decodes('PNG of 36 megapixels in 35 KB', pngBomb(6_000, 6_000)),
    decodes('JPEG with a video appended', Buffer.concat([jpeg, isoFile('mp42')])),
    decodes('JPEG with stray bytes between segments', strayBytes(jpeg)),
  ];
}

function texts(): [string, string][] {
  const entities = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
  );
  const laughs = `<!DOCTYPE svg [<!ENTITY l0 "lol">${entities.join('')}]>`;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">';
  return [
    ['text', 'This is not an image.'],
    ['HTML', '<!doctype html><title>x</title>'],
    ['JSON', '{"image":"AAAA"}'],
    ['SVG', `${svg}<rect width="9" height="9"/></svg>`],
    ['SVG with a billion laughs', `<?xml version="1.0"?>${laughs}${svg}<text>&l9;</text></svg>`],
    ['SVG of a huge size', svg.replaceAll('"9"', '"1000000"').concat('</svg>')],
    ['SVG that reads a file', `${svg}<image href="file:///etc/passwd"/></svg>`],
    ['PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
    ['PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n'],
    ['PPM', 'P3 1 1 255 1 2 3\n'],
    ['ImageMagick script', 'push graphic-context\nviewbox 0 0 9 9\n'],
    ['base64 of base64', '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsL'],
  ];
}

function otherFiles(): [string, Uint8Array][] {
  return [
    ['zip', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0'.padEnd(64, '\0'), 'latin1')],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
    ['PSD', Buffer.from('8BPS\0\x01'.padEnd(64, '\0'), 'latin1')],
    ['ICO', Buffer.from('\0\0\x01\0\x01\0'.padEnd(64, '\0'), 'latin1')],
    ['JPEG XL', Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0])],
    ['MP4 video', isoFile('mp42')],
    ['QuickTime video', isoFile('qt  ')],
    ['WebM video', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1])],
    ['WAV sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt '.padEnd(64, '\0'), 'latin1')],
    ['zero-filled file', new Uint8Array(4096)],
    ['only the PNG signature', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['only the letters BM', Buffer.from('BM')],
    ['JPEG signature before noise', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), noise(4096)])],
    ['PNG signature before noise', Buffer.concat([PNG_SIGNATURE, noise(4096)])],
  ];
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The same pseudo-random bytes each time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 48_271) % 0x7fffffff;
      return state & 255;
    }),
  );
}

function animation(): Sharp {
  const first = samplePixels();
  const frames = Buffer.concat([first, first.map((level) => 255 - level)]);
  return sharp(frames, { raw: { width: 160, height: 240, channels: 3, pageHeight: 120 } });
}

function overwritten(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  copy.set(bytes, at);
  return copy;
}

/** A JPEG whose frame header declares another size. */
function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return overwritten(jpeg, frame + 5, [...size]);
}

/** What some cameras write and libjpeg only warns about. */
function strayBytes(jpeg: Buffer): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return Buffer.concat([jpeg.subarray(0, frame), Buffer.alloc(3), jpeg.subarray(frame)]);
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(8 + body.length);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}

function pngHeaderOnly(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header)]);
}

/** A valid grey PNG, all black; its pixels take a thousandth of their size. */
function pngBomb(width: number, height: number): Buffer {
  // One deflate stream of the first rows is enough for a bomb that nobody is to inflate.
  const rows = Math.min(height, 6_000);
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows));
  const chunks = [pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([pngHeaderOnly(width, height), ...chunks]);
}

function gifBomb(): Buffer {
  const screen = Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from(',\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0;', 'latin1');
  return Buffer.concat([screen, frame]);
}

/** A lossless WebP that declares 16383×16383: less one, in 14 bits each after a signature byte. */
function webpBomb(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8L') + 9;
  return overwritten(webp, at, [0xfe, 0xbf, 0xff, webp[at + 3]! | 0x0f]);
}

function tiff(entries: readonly [tag: number, value: number][], next: number): Buffer {
  const file = Buffer.alloc(10 + 12 * entries.length + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, value], i) => {
    const at = 10 + 12 * i;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(4, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(value, at + 8);
  });
  file.writeUInt32LE(next, 10 + 12 * entries.length);
  return file;
}

/** An 8-bit grey TIFF of one strip, which is not there. */
function tiffOfSize(width: number, height: number): Buffer {
  const size: [number, number][] = [
    [256, width],
    [257, height],
  ];
  const strip: [number, number][] = [
    [273, 8],
    [277, 1],
    [278, height],
    [279, width * height],
  ];
  return tiff([...size, [258, 8], [259, 1], [262, 1], ...strip], 0);
}

function tiffLoop(): Buffer {
  return tiff([[254, 1]], 8);
}

function bmpOfSize(width: number, height: number, runs = false): Buffer {
  const picture = { width: 4, height: 4, data: new Uint8Array(48) };
  const file = Buffer.from(bmpFile(picture, runs ? { bits: 8, runs } : { bits: 24 }));
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  return file;
}

/** A HEIF file whose size property (`ispe`) declares another size. */
function heifOfSize(heif: Buffer, width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return overwritten(heif, heif.indexOf('ispe') + 8, [...size]);
}

/** The beginning of an ISO base media file of that brand. */
function isoFile(brand: string): Buffer {
  const head = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}isom`, 'latin1');
  return Buffer.concat([head, Buffer.from('\0\0\0\x08mdat', 'latin1'), noise(256)]);
}
