/** The one-to-many routes below `/api/face/v1`: search, and identify for tokens of that task. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type SearchResult, search } from '../../operations/search.ts';
import { envelopeOf, imageProperties } from './answers.ts';
import { decodeImage } from './base64.ts';
import { runRequestedJob } from './job-context.ts';
import type { HttpParts } from './parts.ts';
import { SEARCH_ROUTES, type SearchAnswer } from './search-schemas.ts';

export function addSearchRoutes(app: FastifyInstance, parts: HttpParts): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>();
  for (const operation of ['search', 'identify'] as const)
    api.post(
      `/api/face/v1/${operation}`,
      { schema: SEARCH_ROUTES[operation], config: { operation, transaction: 'required' } },
      async (request) => {
        const { images, tags, topMatches } = request.body;
        const result = await runRequestedJob(parts, request, async (context) =>
          search(parts, context, {
            images: images.map(({ image }, i) => decodeImage(image, `images[${i}].image`)),
            tags: tags ?? [],
            topMatches: topMatches ?? false,
          }),
        );
        return searchAnswer(result);
      },
    );
}

function searchAnswer(result: SearchResult): Static<typeof SearchAnswer> {
  return {
    ...envelopeOf(result),
    imageProperties: result.images.map((image) => imageProperties(image)),
    result: result.result.map(({ matches }) => ({
      matches: matches.map(({ classId, score }) => ({ classId, score })),
    })),
  };
}
