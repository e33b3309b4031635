/** The template record: our compact binary form of a template before sealing. */
import { ByteReader, ByteWriter } from './bytes.ts';
import { dequantise, quantise } from './quantise.ts';
import type { FeatureVector, PackedTemplate, Template } from './template.ts';

/** 'PT', then the version of the format. */
const MAGIC = 0x5450;
const FORMAT = 1;

/** Bytes that are no template record of a format this release knows. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord';
}

/**
 * Layout, little-endian: magic u16, format u8, storage, partition, class id u64, encoder version
 * u32, enrolled and updated u64 (ms since 1970), number of tags u8 and the tags, 1 and the consent
 * (reference, recorded u64) or 0 u8, number of features u16, their dimension u32, then each
 * feature: id, enrolled u64, steps i16[].
 */
export function encodeRecord(template: Template): Buffer {
  const { bcid, features, tags, consent } = template;
  const dimension = features[0]?.values.length ?? 0;
  const out = new ByteWriter();
  out.uint16(MAGIC);
  out.uint8(FORMAT);
  out.text(bcid.storage);
  out.text(bcid.partition);
  out.uint64(bcid.classId);
  out.uint32(template.encoderVersion);
  out.time(template.enrolled);
  out.time(template.updated);
  out.uint8(tags.length);
  for (const tag of tags) out.text(tag);
  out.uint8(consent === undefined ? 0 : 1);
  if (consent !== undefined) {
    out.text(consent.reference);
    out.time(consent.recorded);
  }
  out.uint16(features.length);
  out.uint32(dimension);
  for (const { id, enrolled, values } of features) {
    out.text(id);
    out.time(enrolled);
    const steps = quantise(values);
    out.int16s(steps);
    steps.fill(0);
  }
  return out.finish();
}

/** @throws BadRecord */
export function decodeRecord(bytes: Uint8Array): Template {
  return refusing(bytes, (from) => {
    const { count, dimension, ...head } = readHead(from);
    const features = Array.from({ length: count }, (): FeatureVector => {
      const id = from.text();
      const enrolled = from.time();
      const steps = from.int16s(dimension);
      const values = dequantise(steps);
      steps.fill(0);
      return { id, enrolled, values };
    });
    return { ...head, features };
  });
}

/** The vectors of a record, which remain in `bytes`. @throws BadRecord */
export function decodeVectors(bytes: Uint8Array): PackedTemplate {
  return refusing(bytes, (from) => {
    const { bcid, encoderVersion, tags, consent, count, dimension } = readHead(from);
    const vectors: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      from.skipText();
      from.time();
      vectors.push(from.bytes(2 * dimension));
    }
    return { bcid, encoderVersion, tags, consented: consent !== undefined, vectors };
  });
}

/** A vector of `decodeVectors` with unit length. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const steps = new ByteReader(bytes).int16s(bytes.length / 2);
  const values = dequantise(steps);
  steps.fill(0);
  return values;
}

/** Runs `read`, and makes sure that it consumed the whole record. */
function refusing<T>(bytes: Uint8Array, read: (from: ByteReader) => T): T {
  try {
    const from = new ByteReader(bytes);
    const result = read(from);
    if (!from.atEnd) throw new BadRecord('the record is too long');
    return result;
  } catch (error) {
    if (error instanceof RangeError) throw new BadRecord(error.message);
    throw error;
  }
}

/** Everything before the features, with their number and dimension. */
function readHead(from: ByteReader) {
  if (from.uint16() !== MAGIC) throw new BadRecord('these bytes are no template record');
  const format = from.uint8();
  if (format !== FORMAT) throw new BadRecord(`unknown template record format ${format}`);
  const bcid = { storage: from.text(), partition: from.text(), classId: from.uint64() };
  const encoderVersion = from.uint32();
  const enrolled = from.time();
  const updated = from.time();
  const tags = Array.from({ length: from.uint8() }, () => from.text());
  const consent = readConsent(from);
  const count = from.uint16();
  const dimension = from.uint32();
  return { bcid, encoderVersion, tags, ...consent, enrolled, updated, count, dimension };
}

function readConsent(from: ByteReader): Pick<Template, 'consent'> {
  if (from.uint8() === 0) return {};
  return { consent: { reference: from.text(), recorded: from.time() } };
}
