/** What Casdoor's Face ID provider "Local UniFace" calls: are there faces, and is it the registered user? */
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

const DetectRequest = {
  type: 'object',
  required: ['image'],
  properties: { image: image('As base64 or data URL.') },
};

const extension: Extension = {
  start: () => ({
    routes: {
      takesSecret: true,
      answerTo: ({ message }) => ({ body: { detail: message } }),
      add: addCalls,
    },
  }),
};

export default extension;

function addCalls(app: FastifyInstance, service: Service): void {
  const file = (given: unknown, field: string) => ({ bytes: service.bytes(given, field), field });
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
  app.route({
    method: 'POST',
    url: '/v1/detect',
    config: { operation: 'photo-verify' },
    schema: {
      summary: 'Find the faces in an image',
      tags: ['Casdoor'],
      security: [{ bearer: [] }],
      body: DetectRequest,
    },
    async handler(request) {
      const photo = file((request.body as { readonly image: unknown }).image, 'image');
      const images = [{ ...photo, tags: [] }];
      const { faces } = await service.job(
        request,
        { operation: 'photo-verify' },
        async (operations) => {
          const sought = { images, photo, disableLivenessDetection: true };
          const { status, images: seen } = await operations.photoVerify(sought);
          const found = seen.flatMap(({ image }) => image.faces);
          const decision = found.length === 1 ? ('accepted' as const) : ('not accepted' as const);
          return { status, errors: [], decision, faces: found };
        },
      );
      return {
        faces: faces.map(({ confidence, box: { x, y, width, height } }) => ({
          confidence,
          bbox: [x, y, x + width, y + height],
        })),
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
