/** The MOSIP Bio SDK service for faces: addresses, envelopes and statuses. */
import type {
  Extension,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  Host,
  OperationName,
  Parse,
  Service,
  ServiceError,
} from 'prosopon/extensions';
import { checkQuality, convertFormat, extractTemplate, match, type SdkJob } from './calls.ts';
import type { ReadCalls } from './parser/read-call.ts';
import type { SdkResult, SdkTask } from './parser/sdk-parser.ts';
import type { WriteTask } from './parser/write-record.ts';
import { type SdkAnswer, sdkAnswer } from './sdk-status.ts';
import { trustedCallers } from './trusted-callers.ts';

const PATH = '/v1/biosdk-service';
/** The only version of the envelope and its content. */
const VERSION = '1.0';
/** The implemented version of MOSIP's interface, `IBioApiV2`. */
const API_VERSION = '0.9';
/** A sample and a few records: base64 in base64 envelopes, or byte lists. */
const BODY_BYTES = 16 * 1024 * 1024;

const SdkRequest = {
  type: 'object',
  required: ['version', 'request'],
  properties: {
    version: { type: 'string', maxLength: 100 },
    request: { type: 'string', contentEncoding: 'base64' },
  },
};

interface Envelope {
  readonly version: string;
  /** Long base64 comes decoded. */
  readonly request: string | Uint8Array;
}

const extension: Extension = {
  variables: {
    PROSOPON_MOSIP_TRUST:
      'CLIENT@NETWORKS, comma-separated: calls of MOSIP from there need no credentials, and are of ' +
      'that client',
  },
  start({ settings, parser, version }) {
    const { PROSOPON_MOSIP_TRUST: trust } = settings;
    const parse = parser<SdkTask, SdkResult>(
      new URL('./parser/sdk-parser.ts', import.meta.url),
      undefined,
    );
    return {
      routes: {
        ...(trust !== undefined && { trustedClient: trustedCallers(trust) }),
        answerTo,
        add: (app, service) => addCalls(app, { service, parse, version }),
      },
    };
  },
};

export default extension;

interface Sdk extends Pick<Host, 'version'> {
  readonly service: Service;
  readonly parse: Parse<SdkTask, SdkResult>;
}

/** Ends a call with a response of the SDK. */
class Refused extends Error {
  readonly answer: SdkAnswer;

  constructor(answer: SdkAnswer) {
    super(answer.statusMessage);
    this.answer = answer;
  }
}

function addCalls(app: FastifyInstance, sdk: Sdk): void {
  const { service } = sdk;
  const add = <Name extends keyof ReadCalls>(
    name: Name,
    operation: OperationName | undefined,
    answer: (request: FastifyRequest, call: ReadCalls[Name]) => Promise<Answer>,
  ) =>
    app.route({
      method: 'POST',
      url: `${PATH}/${name}`,
      config: { bodyBytes: BODY_BYTES, ...(operation && { operation }) },
      schema: {
        summary: `Bio SDK: ${name}`,
        tags: ['MOSIP'],
        security: [{ bearer: [] }],
        body: SdkRequest,
      },
      async handler(request, reply) {
        const { version, request: content } = request.body as Envelope;
        if (version !== VERSION) throw versionRefused(service);
        try {
          const read = await parsed(sdk, request, { does: 'read', name, request: content });
          return await send(sdk, request, reply, await answer(request, read as ReadCalls[Name]));
        } catch (error) {
          if (error instanceof Refused) return send(sdk, request, reply, { answer: error.answer });
          throw error;
        }
      },
    });
  const job = (
    request: FastifyRequest,
    operation: OperationName,
    run: Parameters<Service['job']>[2],
  ) => refusing(() => service.job(request, { operation }, run)) as Promise<SdkJob>;

  add('init', undefined, async () => ({ answer: sdkInfo(sdk.version), isBare: true }));
  add('match', 'photo-verify', (request, call) =>
    job(request, 'photo-verify', (operations) => match(operations, call)),
  );
  add('check-quality', 'quality', (request, call) =>
    job(request, 'quality', (operations) => checkQuality(operations, call)),
  );
  add('extract-template', 'enroll', (request, call) =>
    job(request, 'enroll', (operations, { requiresConsent }) =>
      extractTemplate(operations, call, requiresConsent),
    ),
  );
  add('segment', undefined, async (_, { text }) => ({ answer: sdkAnswer('ok'), text }));
  add('convert-format', undefined, (request, call) =>
    refusing(async () => ({
      answer: sdkAnswer('ok'),
      record: await convertFormat(service, service.operations(request), call),
    })),
  );
}

/** The response of a call. */
interface Answer {
  readonly answer: unknown;
  /** The answer is the response itself, without a status. */
  readonly isBare?: boolean;
  /** What to write as the record in it. */
  readonly record?: WriteTask;
  /** The record in JSON. */
  readonly text?: string;
}

async function send(
  sdk: Sdk,
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, record, text }: Answer,
) {
  const written =
    record === undefined ? text : await parsed(sdk, request, { does: 'write', ...record });
  const body = sdkEnvelope(answer);
  if (written === undefined) return body;
  // The record is large: as text it is written once, where it was made.
  const { response } = body as { readonly response: SdkAnswer };
  const around = JSON.stringify({ ...body, response: { ...response, response: MARK } });
  const [before, after] = around.split(JSON.stringify(MARK));
  return reply.type('application/json; charset=utf-8').send(`${before}${written}${after}`);
}

const MARK = '\u0000record';

/** @throws Refused; of `refusal` */
async function parsed({ service, parse }: Sdk, request: FastifyRequest, task: SdkTask) {
  const result = await parse(task, service.work(request));
  if ('refused' in result) throw new Refused(result.refused);
  if ('unreadable' in result) throw service.refusal('InvalidArgument', result.unreadable);
  return result.read;
}

/** Turns a refusal by the operation into a response with an SDK status. */
async function refusing<R>(run: () => Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    const { code, message } = error as ServiceError;
    if (code === 'InvalidArgument') throw new Refused(sdkAnswer('invalid-input', null, message));
    throw error;
  }
}

/** Functions of the SDK, each with its modalities. */
const FUNCTIONS = ['MATCH', 'QUALITY_CHECK', 'EXTRACT', 'SEGMENT', 'CONVERT_FORMAT'];

const sdkInfo = (sdkVersion: string) => ({
  apiVersion: API_VERSION,
  sdkVersion,
  supportedModalities: ['FACE'],
  supportedMethods: Object.fromEntries(FUNCTIONS.map((name) => [name, ['FACE']])),
  otherInfo: {},
  productOwner: { organization: 'Prosopon', type: 'Bio SDK' },
});

const sdkEnvelope = (response: unknown, errors: readonly object[] = []) => ({
  version: VERSION,
  responsetime: new Date().toISOString(),
  response,
  errors,
});

const VERSION_REFUSED = `version: expected ${VERSION}`;
const versionRefused = ({ refusal }: Service) => refusal('InvalidArgument', VERSION_REFUSED);

/** Answers an unreadable body with errors, as MOSIP does. Other errors have their HTTP status. */
function answerTo({ httpStatus, message }: ServiceError) {
  const body = sdkEnvelope('', [{ code: codeOf(httpStatus, message), message }]);
  return httpStatus === 400 ? { status: 200, body } : { body };
}

function codeOf(httpStatus: number, message: string): string {
  if (message === VERSION_REFUSED) return 'BIO_SDK_001';
  return httpStatus === 400 ? 'INVALID_REQUEST_BODY' : 'BIOSDK_LIB_EXCEPTION';
}
