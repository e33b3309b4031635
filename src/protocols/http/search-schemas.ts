/** Members of search requests and answers, and the routes as the API reference describes them. */
import { Type } from 'typebox';
import { EXAMPLES } from './examples.ts';
import { RequestHeaders } from './requests.ts';
import { operationRoute } from './route-schema.ts';
import { ClassId, envelope, fraction, ImageProperties, ImageText, reference } from './schemas.ts';

export const TemplateMatch = Type.Object(
  {
    classId: ClassId,
    score: fraction('As in verification: 0.5 is the default threshold of one comparison.'),
  },
  { $id: 'TemplateMatchResult', description: 'A class that resembles the face in an image.' },
);

export const SearchAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: Type.Array(reference(ImageProperties), {
      description: 'One per image, in the order given.',
    }),
    result: Type.Array(
      Type.Object({
        matches: Type.Array(reference(TemplateMatch), {
          description: 'Sorted by score; empty for an image without exactly one suitable face.',
        }),
      }),
      { description: 'One per image, in the order given.' },
    ),
  },
  { $id: 'SearchResponse' },
);

const SearchBody = Type.Object(
  {
    images: Type.Array(Type.Object({ image: ImageText }), {
      description: 'At least one image of one person each; limited by the request size only.',
    }),
    tags: Type.Optional(
      Type.Union([Type.Array(Type.String()), Type.Null()], {
        description: 'Only templates that carry all of these tags are searched; at most 64.',
      }),
    ),
    topMatches: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        default: false,
        description:
          'False: the classes above the identification threshold. True: the most similar classes.',
      }),
    ),
  },
  { description: 'The images to look up.' },
);

const SearchHeaders = Type.Object({
  ...RequestHeaders.properties,
  'Transaction-ID': Type.String({
    maxLength: 256,
    description: 'Transaction of the audit trail: mandatory, written to the books and echoed.',
  }),
});

const example = {
  status: 'SUCCEEDED',
  errors: [],
  imageProperties: [EXAMPLES.image],
  result: [{ matches: [{ classId: 1001, score: 0.97 }] }],
};

const route = (operationId: string, summary: string) => ({
  ...operationRoute(
    {
      operationId,
      summary,
      description:
        'Looks the one face of every image up among the templates of the client that carry all ' +
        'the tags. The identification threshold follows from their number and from the ' +
        'false-positive identification rate of the client.',
      answer: reference(SearchAnswer),
      example,
    },
    true,
    'Face',
  ),
  headers: SearchHeaders,
  body: SearchBody,
});

export const SEARCH_ROUTES = {
  search: route('search', 'Search people'),
  identify: route('identify', 'Identify a person'),
} as const;
