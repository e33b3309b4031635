/** Accepts query parameter names in any case, empty ones as absent. Refuses unknown ones by name. */
import type { FastifyInstance } from 'fastify';
import { InvalidArgument, shortened } from '../../../errors.ts';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Applies to routes of this scope, by the schema of their query. No schema: no parameters. */
export function readQueryNames(app: FastifyInstance): void {
  // Runs after all checks by headers, before the body is read.
  app.addHook('preParsing', async (request, _reply, body) => {
    const { querystring } = request.routeOptions.schema ?? {};
    const { properties = {} } = (querystring ?? {}) as { readonly properties?: object };
    request.query = withKnownNames(request.query as Query, Object.keys(properties));
    return body;
  });
}

/** The query under known names. Repeated parameters become a list. @throws InvalidArgument */
function withKnownNames(given: Query, known: readonly string[]): Query {
  const byName = new Map<string, string[]>();
  for (const [name, value] of Object.entries(given)) {
    const meant = known.find((one) => one.toLowerCase() === name.toLowerCase());
    if (meant === undefined) {
      const there = known.length === 0 ? 'it takes none' : `there are ${known.join(', ')}`;
      throw new InvalidArgument(`${shortened(name)}: the address has no such parameter; ${there}`);
    }
    const values = [value].flat().filter((text) => text !== '');
    if (values.length > 0) byName.set(meant, [...(byName.get(meant) ?? []), ...values]);
  }
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}
