/** MOSIP's envelope for SDK calls: a version, and the call as base64 of JSON. */
import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readBase64 } from '../../base64.ts';
import { InvalidArgument, type ServiceError } from '../../errors.ts';
import { createStructureLimit } from '../http/plugins/bodies/structure-limit.ts';
import { sendBody } from '../http/plugins/errors.ts';
import { readLeniently } from '../http/plugins/lenient.ts';
import { describeInvalid } from '../http/plugins/validation.ts';
import { type JsonRecord, readCbeff } from './cbeff/read-cbeff.ts';
import { writeCbeff } from './cbeff/write-cbeff.ts';
import type { SdkAnswer } from './sdk-status.ts';

/** The only version of the envelope and its content. */
const VERSION = '1.0';

export type SdkRequest = Static<typeof SdkRequest>;
export const SdkRequest = Type.Object({ version: Type.String(), request: Type.String() });

/** Byte lists have one value per byte. Few elements are lists and objects. */
const [MOST_VALUES, MOST_OPENINGS] = [4_000_000, 20_000];

/** Another version than ours. */
class VersionRefused extends InvalidArgument {}

/** The content of an envelope. */
interface SdkCall<Wanted> {
  readonly wanted: Wanted;
  /** The sample came as CBEFF XML: what becomes of it goes as it came. */
  readonly inXml: boolean;
}

/** Reads the content of the envelope by its schema. */
export function sdkReader<T extends TSchema>(schema: T) {
  const validator = Compile(schema);
  /** @throws InvalidArgument; VersionRefused */
  return async ({ version, request }: SdkRequest): Promise<SdkCall<Static<T>>> => {
    if (version !== VERSION) throw new VersionRefused(`version: expected ${VERSION}`);
    const bytes = readBase64(request);
    if (bytes === undefined) throw new InvalidArgument('request: not base64');
    if (!isUtf8(bytes)) throw new InvalidArgument('request: not UTF-8');
    createStructureLimit(MOST_VALUES, 'request')(bytes);
    createStructureLimit(MOST_OPENINGS, 'request', '[{')(bytes);
    await nextTurn();
    const given = parse(bytes.toString('utf8'));
    const inXml = await readXmlRecords(given);
    const value = readLeniently(schema, given);
    if (validator.Check(value)) return { wanted: value, inXml };
    throw describeInvalid(validator.Errors(value) as FastifySchemaValidationError[], 'request');
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgument('request: not JSON');
  }
}

/** Files of CBEFF XML in a call. Each may take the thread for a tenth of a second. */
const MOST_FILES = 20;

/** Puts records in place of files of CBEFF XML. @returns whether the sample was such a file */
async function readXmlRecords(given: unknown): Promise<boolean> {
  if (typeof given !== 'object' || given === null) return false;
  const members = given as { sample?: unknown; gallery?: unknown };
  const { sample, gallery } = members;
  const inXml = typeof sample === 'string';
  if (inXml) members.sample = await xmlRecord(sample, 'sample');
  if (!Array.isArray(gallery)) return inXml;
  let files = 0;
  for (const [i, record] of gallery.entries()) {
    if (typeof record !== 'string') continue;
    if (++files > MOST_FILES)
      throw new InvalidArgument(`gallery: more than ${MOST_FILES} files of CBEFF XML`);
    gallery[i] = await xmlRecord(record, `gallery[${i}]`);
  }
  return inXml;
}

async function xmlRecord(file: string, field: string): Promise<JsonRecord> {
  const bytes = readBase64(file);
  if (bytes === undefined) throw new InvalidArgument(`${field}: not base64`);
  const record = readCbeff(bytes, field);
  await nextTurn();
  return record;
}

/** The answer with its record as a file of CBEFF XML. */
export function inCbeffXml(answer: SdkAnswer): SdkAnswer {
  const { response } = answer;
  if (response === null) return answer;
  const file = writeCbeff(response as JsonRecord);
  return { ...answer, response: Buffer.from(file).toString('base64') };
}

interface SdkError {
  readonly code: string;
  readonly message: string;
}

export const sdkEnvelope = (response: unknown, errors: readonly SdkError[] = []) => ({
  version: VERSION,
  responsetime: new Date().toISOString(),
  response,
  errors,
});

/** Answers an unreadable body with errors, as MOSIP does. Other errors have their HTTP status. */
export function sendSdkError(reply: FastifyReply, error: ServiceError): FastifyReply {
  const body = sdkEnvelope('', [{ code: codeOf(error), message: error.message }]);
  if (error.httpStatus !== 400) return sendBody(reply, error, 'Bearer', body);
  return reply.type('application/json; charset=utf-8').send(body);
}

function codeOf(error: ServiceError): string {
  if (error instanceof VersionRefused) return 'BIO_SDK_001';
  return error.httpStatus === 400 ? 'INVALID_REQUEST_BODY' : 'BIOSDK_LIB_EXCEPTION';
}
