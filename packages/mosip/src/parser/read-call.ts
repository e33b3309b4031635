/** Reads the content of an envelope, as far as the operation that it asks for. */
import { isUtf8 } from 'node:buffer';
import { base64Bytes } from './base64.ts';
import {
  type BiometricRecord,
  blockOf,
  createRecordReader,
  FACE,
  facesAskedFor,
  facesOf,
  imageOf,
  modalitiesOf,
  readModalities,
  requireRecord,
  type Segment,
} from './biometric-record.ts';
import { asFaceImageBlock, OF_2011, OF_39794, readFaceRecord } from './face-record.ts';
import { listOf, type Members, objectOf, textOf } from './members.ts';
import { BadBlock, SdkRefusal, Unreadable } from './refusals.ts';
import { checkStructure } from './structure.ts';
import { textOfRecord } from './write-record.ts';

const MOST_RECORDS = 1000;
/** Decisions of a call, one per record and modality. */
const MOST_DECISIONS = 3000;
/** Faces of a call to convert. Each may take a worker for a second. */
const MOST_FACES = 20;
/** How a sealed template begins. */
const SEALED = Buffer.from('PROSOPON\x01', 'latin1');

interface Image {
  readonly bytes: Uint8Array;
  readonly field: string;
}

/** A face to compare. */
export type Sample =
  | Image
  | { readonly template: Uint8Array; readonly field: string }
  | { readonly unusable: string };

/** The faces of a record that becomes another, and the rest of it. */
interface Changing {
  /** In JSON: its other members, and the segments of faces without their blocks. */
  readonly record: string;
  readonly inXml: boolean;
}

/** A face to convert. */
export interface Converting {
  readonly field: string;
  /** As it was, or as it becomes if there is no image to convert. */
  readonly block: Uint8Array;
  readonly image?: Uint8Array;
}

export interface ReadCalls {
  readonly init: Record<string, never>;
  readonly match: {
    readonly modalities: readonly string[];
    /** Of the gallery. */
    readonly records: number;
    readonly probe: readonly Sample[];
    /** One list per record of the gallery. */
    readonly references: readonly (readonly Sample[])[];
  };
  readonly 'check-quality': { readonly modalities: readonly string[]; readonly face?: Image };
  readonly 'extract-template': Changing & {
    readonly faces: readonly Image[];
    readonly consent?: string;
  };
  /** `text`: the record in the answer. */
  readonly segment: { readonly text: string };
  readonly 'convert-format': Changing & {
    readonly faces: readonly Converting[];
    readonly as: 'image' | 'record' | 'block';
    readonly format: 'jpeg' | 'png';
  };
}

/** @throws Unreadable; SdkRefusal; BadBlock */
export function readCall(
  name: keyof ReadCalls,
  request: string | Uint8Array,
): ReadCalls[keyof ReadCalls] {
  const content = objectOf(contentOf(request), 'request');
  if (content === undefined) throw new Unreadable('request: expected an object');
  return READERS[name](content);
}

/** @param request base64, or what it decodes to */
function contentOf(request: string | Uint8Array): unknown {
  const bytes =
    typeof request === 'string'
      ? base64Bytes(request)
      : Buffer.from(request.buffer, request.byteOffset, request.byteLength);
  if (bytes === undefined) throw new Unreadable('request: not base64');
  if (!isUtf8(bytes)) throw new Unreadable('request: not UTF-8');
  checkStructure(bytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Unreadable('request: not JSON');
  }
}

const READERS: {
  readonly [Name in keyof ReadCalls]: (content: Members) => ReadCalls[Name];
} = {
  init({ initParams }) {
    objectOf(initParams, 'initParams');
    return {};
  },

  match({ sample: one, gallery: list, modalitiesToMatch }) {
    const read = createRecordReader();
    const asked = readModalities(modalitiesToMatch, 'modalitiesToMatch');
    const given = listOf(list, 'gallery', MOST_RECORDS) ?? [];
    const sample = requireRecord(read(one, 'sample'), 'sample');
    const gallery = given.map((record, i) => read(record, `gallery[${i}]`) ?? NO_RECORD);
    if (gallery.length === 0) throw new SdkRefusal('missing-input', 'gallery');
    const modalities = modalitiesOf(asked, sample);
    const records = gallery.length;
    if (records * modalities.length > MOST_DECISIONS)
      throw new SdkRefusal(
        'invalid-input',
        `gallery: ${records} records by ${modalities.length} modalities; ${MOST_DECISIONS} decisions are the limit`,
      );
    if (!modalities.includes(FACE)) return { modalities, records, probe: [], references: [] };
    const probe = facesOf(sample, 'sample').map(sampleOf);
    if (probe.length === 0) throw new SdkRefusal('not-found');
    const references = gallery.map((record, i) => facesOf(record, `gallery[${i}]`).map(sampleOf));
    return { modalities, records, probe, references };
  },

  'check-quality'({ sample: given, modalitiesToCheck }) {
    const asked = readModalities(modalitiesToCheck, 'modalitiesToCheck');
    const sample = requireRecord(createRecordReader()(given, 'sample'), 'sample');
    const modalities = modalitiesOf(asked, sample);
    if (!modalities.includes(FACE)) return { modalities };
    const [face, ...more] = facesOf(sample, 'sample');
    if (face === undefined) throw new SdkRefusal('not-found');
    if (more.length > 0) throw new SdkRefusal('invalid-input', 'sample: one face is expected');
    return { modalities, face: imageOf(face) };
  },

  'extract-template'({ sample: given, modalitiesToExtract, flags }) {
    const asked = readModalities(modalitiesToExtract, 'modalitiesToExtract');
    const consent = textOf(objectOf(flags, 'flags')?.consent, 'flags.consent');
    if (consent === '') throw new Unreadable('flags.consent: expected a text');
    const sample = requireRecord(createRecordReader()(given, 'sample'), 'sample');
    const faces = facesAskedFor(asked, sample, 'modalitiesToExtract');
    return {
      ...changing(sample, faces),
      faces: faces.map((face) => imageOf(face)),
      ...(consent !== undefined && { consent }),
    };
  },

  segment({ sample: given, modalitiesToSegment }) {
    const asked = readModalities(modalitiesToSegment, 'modalitiesToSegment');
    const sample = requireRecord(createRecordReader()(given, 'sample'), 'sample');
    const faces = facesAskedFor(asked, sample, 'modalitiesToSegment');
    for (const face of faces) imageOf(face);
    const segments = faces.map(({ bir }) => bir);
    return { text: textOfRecord({ ...sample.about, segments }, sample.inXml) };
  },

  'convert-format'({ sample: given, sourceFormat, targetFormat, modalitiesToConvert }) {
    const asked = readModalities(modalitiesToConvert, 'modalitiesToConvert');
    const source = textOf(sourceFormat, 'sourceFormat') ?? '';
    const wanted = textOf(targetFormat, 'targetFormat')?.toUpperCase() ?? '';
    const sample = requireRecord(createRecordReader()(given, 'sample'), 'sample');
    if (!SOURCES.some((known) => known === source)) throw expected('sourceFormat', SOURCES);
    const target = TARGETS.get(wanted);
    if (target === undefined) throw expected('targetFormat', [...TARGETS.keys()]);
    if (target.as !== 'image' && source !== OF_2011)
      throw new SdkRefusal('invalid-input', `targetFormat: only ${OF_2011} becomes another record`);
    const faces = facesAskedFor(asked, sample, 'modalitiesToConvert');
    if (faces.length > MOST_FACES)
      throw new SdkRefusal('invalid-input', `sample: more than ${MOST_FACES} faces`);
    const converting = faces.map((face) => convertingOf(face, source, target));
    return { ...changing(sample, faces), faces: converting, ...target };
  },
};

const NO_RECORD: BiometricRecord = { about: {}, segments: [], inXml: false };

const changing = ({ about, inXml }: BiometricRecord, faces: readonly Segment[]): Changing => {
  const segments = faces.map(({ bir: { bdb: _, ...rest } }) => rest);
  return { record: JSON.stringify({ ...about, segments }), inXml };
};

/** The face image of a segment, or its template from `extract-template`. */
function sampleOf(face: Segment): Sample {
  const { field } = face;
  try {
    const block = blockOf(face);
    const isSealed = SEALED.equals(block.subarray(0, SEALED.length));
    return isSealed ? { template: block, field } : imageOf(face, block);
  } catch (error) {
    if (error instanceof BadBlock) return { unusable: error.message };
    throw error;
  }
}

const SOURCES = [OF_2011, OF_39794];

/** What becomes of a face record. `format`: of the image in it. */
interface Target {
  readonly as: 'image' | 'record' | 'block';
  readonly format: 'jpeg' | 'png';
}
const TARGETS: ReadonlyMap<string, Target> = new Map([
  ['IMAGE/JPEG', { as: 'image', format: 'jpeg' }],
  ['IMAGE/PNG', { as: 'image', format: 'png' }],
  [`${OF_2011}/JPEG`, { as: 'record', format: 'jpeg' }],
  [`${OF_2011}/PNG`, { as: 'record', format: 'png' }],
  [OF_39794, { as: 'block', format: 'jpeg' }],
]);

const expected = (member: string, names: readonly string[]) =>
  new SdkRefusal('invalid-input', `${member}: expected ${names.join(' or ')}`);

/** How an image of that format begins. */
const SIGNATURES = {
  jpeg: Buffer.from('ffd8ff', 'hex'),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
};

function convertingOf(face: Segment, source: string, { as, format }: Target): Converting {
  const { field } = face;
  const block = blockOf(face);
  const { kind, image } = readFaceRecord(block, field);
  if (kind !== source) throw new SdkRefusal('invalid-input', `${field}: is of ${kind}`);
  if (as === 'block') return { field, block: asFaceImageBlock(block, field) };
  const signature = SIGNATURES[format];
  const isThere = signature.equals(image.subarray(0, signature.length));
  return isThere ? { field, block: as === 'image' ? image : block } : { field, block, image };
}
