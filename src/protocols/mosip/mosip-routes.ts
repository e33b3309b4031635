/** The MOSIP Bio SDK service for faces: addresses, envelopes and statuses. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { jobOf } from '../../contract/call.ts';
import type { Contract } from '../../contract/contract.ts';
import { enrollContract } from '../../contract/enroll.ts';
import { maybe } from '../../contract/members.ts';
import { photoVerifyContract } from '../../contract/photo-verify.ts';
import { qualityContract } from '../../contract/quality.ts';
import { stringifyAnswer } from '../../contract/wire.ts';
import { InvalidArgument } from '../../errors.ts';
import type { Context } from '../../operations/context.ts';
import { runJob } from '../../operations/job.ts';
import type { PortableTemplates } from '../../templates/portable-template.ts';
import type { HttpParts } from '../http/parts.ts';
import { beginJob, bookRefusal, registerJobContext } from '../http/plugins/job-context.ts';
import { withMethodNotAllowed } from '../http/plugins/method-not-allowed.ts';
import { MEBIBYTE } from '../limits.ts';
import { FACE } from './biometric-record.ts';
import { CheckQualityRequest, checkQuality } from './check-quality.ts';
import { ConvertFormatRequest, convertFormat, SegmentRequest, segment } from './convert-format.ts';
import { inCbeffXml, SdkRequest, sdkEnvelope, sdkReader, sendSdkError } from './envelope.ts';
import { ExtractTemplateRequest, extractTemplate } from './extract-template.ts';
import { MatchRequest, match } from './match.ts';
import type { MosipParts } from './mosip-parts.ts';
import { type SdkAnswer, SdkRefusal, type SdkResult, sdkAnswer } from './sdk-status.ts';
import { trusting } from './trusted-callers.ts';

const PATH = '/v1/biosdk-service';
/** A sample and a few records: base64 in base64 envelopes, or byte lists. */
const BODY_BYTES = 16 * MEBIBYTE;

/** The implemented version of MOSIP's interface, `IBioApiV2`. */
const API_VERSION = '0.9';

export function registerMosip(app: FastifyInstance, parts: HttpParts, mosip: MosipParts): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = await bookRefusal(parts, request, thrown);
    request.failure = error;
    return sendSdkError(reply, error);
  });
  const authenticate = trusting(parts.authenticate, parts.clients, mosip.trusted);
  registerJobContext(app, { ...parts, authenticate });
  withMethodNotAllowed(app, (routes) => addRoutes(routes, parts, mosip.templates));
}

function addRoutes(app: FastifyInstance, parts: HttpParts, templates: PortableTemplates): void {
  const add = <T extends TSchema>(
    name: string,
    schema: T,
    answer: (request: FastifyRequest, wanted: Static<T>) => unknown,
    contract?: Contract,
  ) => {
    const read = sdkReader(schema);
    app.route({
      method: 'POST',
      url: `${PATH}/${name}`,
      schema: {
        summary: `Bio SDK: ${name}`,
        tags: ['MOSIP'],
        security: [{ bearer: [] }],
        body: SdkRequest,
      },
      config: { bodyBytes: BODY_BYTES, ...(contract && { contract }) },
      async handler(request) {
        const { wanted, inXml } = await read(request.body as SdkRequest);
        const answered = await refusing(async () => {
          const result = await answer(request, wanted);
          return inXml && RECORDS.has(name) ? inCbeffXml(result as SdkAnswer) : result;
        });
        return sdkEnvelope(answered);
      },
    });
  };
  /** @param contract for permissions and bookkeeping */
  const addJob = <T extends TSchema>(
    name: string,
    contract: Contract,
    schema: T,
    run: (context: Context, wanted: Static<T>) => Promise<SdkResult>,
  ) =>
    add(
      name,
      schema,
      async (request, wanted) => {
        const operate = (context: Context) => run(context, wanted);
        return (await runJob(parts, beginJob(request), jobOf(contract), operate)).answer;
      },
      contract,
    );
  app.setReplySerializer((payload) => stringifyAnswer(payload));
  add('init', InitRequest, () => sdkInfo(parts.version));
  addJob('match', photoVerifyContract, MatchRequest, (context, wanted) =>
    match(parts, templates, context, wanted),
  );
  addJob('check-quality', qualityContract, CheckQualityRequest, (context, wanted) =>
    checkQuality(parts, context, wanted),
  );
  addJob('extract-template', enrollContract, ExtractTemplateRequest, (context, wanted) =>
    extractTemplate(parts, templates, context, wanted),
  );
  add('segment', SegmentRequest, (_, wanted) => segment(wanted));
  add('convert-format', ConvertFormatRequest, (request, wanted) =>
    convertFormat(parts, beginJob(request), wanted),
  );
}

/** Calls that answer with a record. */
const RECORDS: ReadonlySet<string> = new Set(['segment', 'extract-template', 'convert-format']);

const InitRequest = Type.Object({ initParams: maybe(Type.Object({})) });

/** Functions of the SDK, each with its modalities. */
const FUNCTIONS = ['MATCH', 'QUALITY_CHECK', 'EXTRACT', 'SEGMENT', 'CONVERT_FORMAT'];

const sdkInfo = (sdkVersion: string) => ({
  apiVersion: API_VERSION,
  sdkVersion,
  supportedModalities: [FACE],
  supportedMethods: Object.fromEntries(FUNCTIONS.map((name) => [name, [FACE]])),
  otherInfo: {},
  productOwner: { organization: 'Prosopon', type: 'Bio SDK' },
});

/** Turns a refusal by the operation into a response with an SDK status. */
async function refusing(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SdkRefusal) return error.answer;
    if (error instanceof InvalidArgument) return sdkAnswer('invalid-input', null, error.message);
    throw error;
  }
}
