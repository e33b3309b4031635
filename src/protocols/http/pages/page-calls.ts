/** Calls of the pages. Each declares its validation and its callers. */
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestAsyncHookHandler,
} from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';

interface Validated {
  readonly body?: TSchema;
  readonly querystring?: TSchema;
}

interface Declared extends Validated, FastifyContextConfig {
  /** Runs before the body is read. */
  readonly onRequest?: onRequestAsyncHookHandler;
}

type Member<D extends Validated, Name extends keyof Validated> = D[Name] extends TSchema
  ? Static<D[Name]>
  : unknown;

/** Names of the path parameters, which begin with a colon. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Call<Path extends string, D extends Validated> = FastifyRequest & {
  readonly params: Readonly<Record<Names<Path>, string>>;
  readonly body: Member<D, 'body'>;
  readonly query: Member<D, 'querystring'>;
};

/** Routes below `base`, with that tag in the API reference. Routes without a result answer `{}`. */
export function pageCalls(app: FastifyInstance, base: string, tag: string) {
  const by =
    (method: HTTPMethods) =>
    <Path extends string, const D extends Declared>(
      path: Path,
      { body, querystring, onRequest, ...config }: D,
      handler: (request: Call<Path, D>, reply: FastifyReply) => Promise<unknown>,
    ): void => {
      const url = `${base}${path}`;
      const names = url.match(/(?<=:)\w+/g) ?? [];
      const params = Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])));
      app.route({
        method,
        url,
        schema: {
          tags: [tag],
          ...(names.length > 0 && { params }),
          ...(body && { body }),
          ...(querystring && { querystring }),
        },
        config: config as FastifyContextConfig,
        ...(onRequest && { onRequest }),
        handler: async (request, reply) => {
          const answer = await handler(request as Call<Path, D>, reply);
          return answer === undefined ? {} : answer;
        },
      });
    };
  return { get: by('GET'), post: by('POST'), put: by('PUT'), remove: by('DELETE') };
}
