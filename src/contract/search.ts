/** One-to-many: search, and identify for tokens of that task. */
import { type Static, Type } from 'typebox';
import { search } from '../operations/search/search.ts';
import { MOST_TAGS } from '../templates/check-change.ts';
import { contract } from './contract.ts';
import {
  ClassId,
  EXAMPLE_IMAGE,
  envelope,
  envelopeOf,
  fraction,
  ImageList,
  ImageText,
  imageProperties,
  maybe,
  reference,
} from './members.ts';

export const TemplateMatch = Type.Object(
  {
    classId: ClassId,
    score: fraction(
      'Scale of verification: 0.5 is the default threshold of one comparison; a step below it.',
    ),
  },
  { $id: 'TemplateMatchResult', description: 'A class that resembles the face in an image.' },
);

export type SearchAnswer = Static<typeof SearchAnswer>;
export const SearchAnswer = Type.Object(
  {
    ...envelope,
    imageProperties: ImageList,
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

const SearchRequest = Type.Object(
  {
    images: Type.Array(Type.Object({ image: ImageText }), {
      description: 'At least one image of one person each; limited by the request size only.',
    }),
    tags: maybe(Type.Array(Type.String()), {
      description: `Only templates that carry all of these tags are searched; at most ${MOST_TAGS}.`,
    }),
    topMatches: maybe(Type.Boolean(), {
      default: false,
      description:
        'False: the classes above the identification threshold. True: the most similar classes.',
    }),
  },
  { description: 'The images to look up.' },
);

const oneToMany = (operation: 'search' | 'identify', rpc: string, summary: string) =>
  contract({
    operation,
    http: { method: 'POST', path: `/api/face/v1/${operation}`, id: operation },
    rpc,
    transaction: 'required',
    imageList: true,
    ...(operation === 'identify' && { token: { attemptOf: operation } }),
    tag: 'Face',
    summary,
    description:
      'Looks the one face of every image up among the templates of the client that carry all ' +
      'the tags. The identification threshold follows from their number and from the ' +
      'false-positive identification rate of the client, and is never below that of verification. ' +
      'Classes with too many refused comparisons are not found.',
    request: SearchRequest,
    response: SearchAnswer,
    example: {
      status: 'SUCCEEDED',
      errors: [],
      imageProperties: [EXAMPLE_IMAGE],
      result: [{ matches: [{ classId: 1001, score: 0.97 }] }],
    },
    run: (parts, context, { images, tags = [], topMatches = false }) =>
      search(parts, context, { images: images.map(({ image }) => image), tags, topMatches }),
    answer: (result) => ({
      ...envelopeOf(result),
      imageProperties: result.images.map((image) => imageProperties(image)),
      result: result.result.map(({ matches }) => ({
        matches: matches.map(({ classId, score }) => ({ classId, score })),
      })),
    }),
  });

export const searchContract = oneToMany('search', 'FaceRecognition/Search', 'Search people');
export const identifyContract = oneToMany(
  'identify',
  'FaceRecognition/Identify',
  'Identify a person',
);
