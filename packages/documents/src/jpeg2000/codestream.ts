/** Checks a JPEG 2000 codestream (ISO/IEC 15444-1, annex A) against limits before it is decoded. */
import { damaged, ImageRefused, notDecodable } from './image-refusals.ts';

/** Reading a bit per pass takes ten times as long: more pixels than portraits have. */
const MOST_PIXELS = 4_000_000;
/** More than encoders use. Within these, a decoder only takes some megabytes. */
const MOST = { tiles: 256, layers: 100, levels: 12 };
/** Binary logarithm of the smallest precinct: small precincts are many. */
const LEAST_PRECINCT = 5;

const [SOC, SIZ, COD, COC, SOT, SOD, EOC] = [
  0xff4f, 0xff51, 0xff52, 0xff53, 0xff90, 0xff93, 0xffd9,
] as const;

/** Samples of eight bits without sign, a sample per pixel. */
const PLAIN = Buffer.from([7, 1, 1]);

interface CodestreamSize {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
}

/** The size that the codestream declares. @throws ImageRefused beyond the limits, or damaged */
export function checkCodestream(stream: Buffer, maxPixels: number): CodestreamSize {
  if (markerAt(stream, 0) !== SOC || markerAt(stream, 2) !== SIZ) throw refusal('no SIZ');
  const size = readSize(segmentAt(stream, 2), Math.min(maxPixels, MOST_PIXELS));
  let end = stream.length;
  for (let at = 2; at < stream.length; ) {
    const marker = markerAt(stream, at);
    if (marker === EOC) break;
    if (marker === SOD) {
      // The end of the tile-part has been reached before: this one would lead back to itself.
      if (end <= at) throw damage(at);
      at = end;
      continue;
    }
    const segment = segmentAt(stream, at);
    if (marker === SOT) end = endOfTilePart(segment, at, stream.length);
    if (marker === COD) checkStyle(segment, 0, 5);
    if (marker === COC) checkStyle(segment, 1, 2);
    at += 4 + segment.length;
  }
  return size;
}

function markerAt(stream: Buffer, at: number): number {
  if (at + 2 > stream.length) throw damage(at);
  return stream.readUInt16BE(at);
}

/** The content of a marker segment, after its length. */
function segmentAt(stream: Buffer, at: number): Buffer {
  const length = markerAt(stream, at + 2);
  if (length < 2 || at + 2 + length > stream.length) throw damage(at);
  return stream.subarray(at + 4, at + 2 + length);
}

function readSize(siz: Buffer, maxPixels: number): CodestreamSize {
  if (siz.length < 36) throw refusal('short SIZ');
  const [width, height, left, top, tileWidth, tileHeight, tileLeft, tileTop] = Array.from(
    { length: 8 },
    (_, i) => siz.readUInt32BE(2 + 4 * i),
  ) as [number, number, number, number, number, number, number, number];
  checkSize(width, height, maxPixels);
  if (left + top + tileLeft + tileTop > 0) throw refusal('not at the origin');
  if (Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight) > MOST.tiles)
    throw refusal('too many tiles');
  const components = siz.readUInt16BE(34);
  if (components !== 1 && components !== 3) throw refusal(`${components} components`);
  const samples = siz.subarray(36);
  if (!samples.equals(Buffer.concat(Array(components).fill(PLAIN)))) throw refusal('other samples');
  return { width, height, components };
}

/** @param style offset of Scod in COD or COC @param levels offset of the number of levels */
function checkStyle(segment: Buffer, style: number, levels: number): void {
  if (segment.length < levels + 5) throw refusal('short coding style');
  if (style === 0 && segment.readUInt16BE(2) > MOST.layers) throw refusal('too many layers');
  if (segment[levels]! > MOST.levels) throw refusal('too many resolution levels');
  if ((segment[style]! & 1) === 0) return;
  const precincts = segment.subarray(levels + 5);
  if (precincts.some((sides) => Math.min(sides & 15, sides >> 4) < LEAST_PRECINCT))
    throw refusal('small precincts');
}

/** The end of the tile-part that begins with this SOT. */
function endOfTilePart(sot: Buffer, at: number, last: number): number {
  if (sot.length < 8) throw damage(at);
  const length = sot.readUInt32BE(2);
  const end = length === 0 ? last : at + length;
  if (end > last || end < at + 14) throw damage(at);
  return end;
}

const refusal = (detail: string) => notDecodable(`J2K: ${detail}`);
const damage = (at: number) => damaged(`J2K: cut off at byte ${at}`);

function checkSize(width: number, height: number, maxPixels: number): void {
  if (width === 0 || height === 0) throw refusal(`size ${width}×${height}`);
  if (width * height > maxPixels)
    throw new ImageRefused(
      `${megapixels(width * height)} megapixels exceed the limit of ${megapixels(maxPixels)}`,
    );
}

/** Rounds up, so that an image just over the limit does not appear equal. */
const megapixels = (pixels: number) => Math.ceil(pixels / 1e5) / 10;
