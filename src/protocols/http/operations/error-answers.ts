/** Bodies of error responses as TypeBox schemas. */
import { Type } from 'typebox';

export const ErrorAnswer = Type.Object(
  {
    code: Type.Integer({ description: 'gRPC status code.', examples: [3] }),
    message: Type.String({ examples: ['images[1].image: not a decodable image'] }),
    details: Type.Array(Type.Unknown(), {
      description:
        'Empty except in answers to the pages: `{step}`, to be taken first, or `{field, flaw}`, a member that is not accepted.',
    }),
  },
  { $id: 'ErrorResponse', description: 'Why the request was not answered.' },
);

export const MessageAnswer = Type.Object(
  { Message: Type.String({ examples: ['maxtries: expected a whole number from 1 to 15'] }) },
  { $id: 'MessageResponse', description: 'Why a request about tokens was not answered.' },
);
