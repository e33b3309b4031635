/** Contract calls over HTTP+JSON. */
import { jwt, type TestService } from '../../testing/http/service.ts';
import {
  COMMON_HEADERS,
  type ContractAnswer,
  type ContractCall,
  type MethodName,
  type Protocol,
} from './protocol.ts';

const ROUTES: Readonly<Record<MethodName, readonly [string, string]>> = {
  Enroll: ['POST', '/api/face/v1/enroll/'],
  Verify: ['POST', '/api/face/v1/verify/'],
  Search: ['POST', '/api/face/v1/search'],
  Identify: ['POST', '/api/face/v1/identify'],
  SetTemplateTags: ['PUT', '/api/face/v1/template/ID/tags'],
  GetTemplateStatus: ['GET', '/api/face/v1/template/status/'],
  DeleteTemplate: ['DELETE', '/api/face/v1/template/'],
  LivenessDetection: ['POST', '/api/v1/livenessdetection'],
  VideoLivenessDetection: ['POST', '/api/v1/videolivenessdetection'],
  PhotoVerify: ['POST', '/api/v1/photoverify'],
  FaceImageQuality: ['POST', '/api/ofiq/v1/faceimagequality'],
};

/** Class ids are numbers on the wire, beyond what a JSON parser keeps. */
const asText = (json: string) => json.replace(/"classId":(\d+)/g, '"classId":"$1"');

/** Bytes as base64; the image of a verification is a member of its own. */
function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]));
}

function bodyOf(method: MethodName, given: ContractCall['body']): unknown {
  if (method === 'GetTemplateStatus' || method === 'DeleteTemplate') return undefined;
  if (method === 'SetTemplateTags') return given?.tags;
  if (method === 'Verify') return jsonOf(given?.image);
  return jsonOf(given);
}

export function overHttp(service: TestService): Protocol {
  return {
    name: 'HTTP',
    async call(
      method,
      { client, token, classId = '', body, headers = {} },
    ): Promise<ContractAnswer> {
      const [verb, route] = ROUTES[method];
      const path = route.includes('ID') ? route.replace('ID', classId) : route + classId;
      const query = body?.downloadThumbnails === true ? '?downloadThumbnails=true' : '';
      const bearer = token ?? (client && (await jwt(client)));
      const sent = bodyOf(method, body);
      const answer = await service.call(verb, path + query, {
        ...(bearer === undefined ? {} : { token: bearer }),
        ...(sent === undefined ? {} : { body: sent }),
        headers,
      });
      const json = answer.text === '' ? {} : JSON.parse(asText(answer.text));
      return {
        code: answer.status === 200 ? 0 : json.code,
        message: answer.status === 200 ? '' : json.message,
        body: answer.status === 200 ? json : undefined,
        headers: Object.fromEntries(
          COMMON_HEADERS.flatMap((name) => {
            const value = answer.headers.get(name);
            return value === null ? [] : [[name, value]];
          }),
        ),
      };
    },
    close: async () => undefined,
  };
}
