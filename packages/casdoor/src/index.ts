/** What Casdoor's Face ID provider "Local UniFace" calls: is the person at the camera the registered one? */
import type { Extension, FastifyInstance, Service } from 'prosopon/extensions';

/** Casdoor's names: the image of the login, and the registered one. */
interface CompareBody {
  readonly imageA: unknown;
  readonly imageB: unknown;
}

const image = (description: string) => ({ type: 'string', contentEncoding: 'base64', description });

const CompareRequest = {
  type: 'object',
  required: ['imageA', 'imageB'],
  properties: {
    imageA: image('Of the login, as base64 or data URL. It has to be live.'),
    imageB: image('Registered with the user.'),
  },
};

/** By error code, what whoever takes the image can do. */
const ADVICE: Readonly<Record<string, string>> = {
  FaceNotFound: 'Take it again, with the whole face in the light.',
  MultipleFacesFound: 'Take it again, with one person only, or cut the others off.',
  RejectedByPassiveLiveDetection: 'Take it with a camera, not from a screen or print.',
};

const extension: Extension = {
  start: () => ({
    routes: {
      takesSecret: true,
      answerTo: ({ message }) => ({ body: { detail: message } }),
      add: addCompare,
    },
  }),
};

export default extension;

function addCompare(app: FastifyInstance, service: Service): void {
  app.route({
    method: 'POST',
    url: '/v1/compare',
    config: { operation: 'photo-verify' },
    schema: {
      summary: 'Compare the faces of two images',
      tags: ['Casdoor'],
      security: [{ bearer: [] }],
      body: CompareRequest,
    },
    async handler(request) {
      const { imageA, imageB } = request.body as CompareBody;
      const file = (given: unknown, field: string) => ({
        bytes: service.bytes(given, field),
        field,
      });
      const { errors, ...result } = await service.job(
        request,
        { operation: 'photo-verify' },
        (operations) =>
          operations.photoVerify({
            images: [{ ...file(imageA, 'imageA'), tags: [] }],
            photo: file(imageB, 'imageB'),
            disableLivenessDetection: false,
          }),
      );
      return {
        matched: errors.length === 0 && result.matched,
        score: result.verificationScore,
        ...(errors.length > 0 && { reason: errors.map(reasonOf).join(' ') }),
      };
    },
  });
}

const reasonOf = ({
  errorCode,
  message,
}: {
  readonly errorCode: string;
  readonly message: string;
}) => [message, ADVICE[errorCode] ?? []].flat().join(' ');
