/** Probes. `/livez`: the process responds. `/readyz`: it can serve, part by part. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { PAD_DAMAGED } from '../../../faces/liveness/pad-finder.ts';
import { readinessChecks, readinessOf } from '../../readiness.ts';
import type { AdminParts } from '../parts.ts';

const Liveness = Type.Object(
  { status: Type.Literal('ok') },
  { description: 'The process answers.' },
);

export type Readiness = Static<typeof Readiness>;
const Readiness = Type.Object(
  {
    ready: Type.Boolean(),
    parts: Type.Record(Type.String(), Type.Enum(['ready', 'not ready'], { type: 'string' })),
    problems: Type.Array(Type.String(), {
      description:
        'Why a part is not ready, where that is more than a matter of time, and templates that cannot be found.',
    }),
    liveness: Type.Boolean({
      description:
        'Whether live images can be judged. Logins need it. Also false if files of its networks are damaged; readiness does not depend on it.',
    }),
    encoder: Type.Optional(Type.String({ description: 'The encoder that runs.' })),
    missing: Type.Array(Type.String(), {
      description:
        'What it runs without, a better encoder or whole operations, and the command that installs it; not counted.',
    }),
  },
  {
    description: 'Whether the service can serve, and each part of it.',
    examples: [
      {
        ready: true,
        parts: { engine: 'ready', database: 'ready' },
        problems: [],
        liveness: true,
        encoder: 'mbf',
        missing: [],
      },
    ],
  },
);

export function registerHealth(
  app: FastifyInstance,
  parts: Pick<AdminParts, 'activeEngine' | 'readiness'>,
): void {
  const checks = readinessChecks(parts);
  const tags = ['Operation'];
  app.get(
    '/livez',
    {
      schema: {
        operationId: 'livez',
        summary: 'Liveness probe',
        tags,
        response: { 200: Liveness },
      },
    },
    async () => ({ status: 'ok' }),
  );
  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readyz',
        summary: 'Readiness probe',
        tags,
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const { ready, parts: named, problems } = await readinessOf(checks);
      if (!ready) reply.code(503).header('retry-after', 1);
      const status = parts.activeEngine.status();
      const missing = [...(await status.missing())];
      const { problem, otherEncoder } = status.gallery;
      const encoder = status.encoder?.name;
      const old = `templates that cannot be found because another encoder made them: ${otherEncoder} (prosopon template outdated)`;
      const all = [
        ...problems,
        ...(problem === undefined ? [] : [problem]),
        ...(otherEncoder > 0 ? [old] : []),
      ];
      const liveness = status.engine.ready && !missing.includes(PAD_DAMAGED);
      return { ready, parts: named, problems: all, liveness, ...(encoder && { encoder }), missing };
    },
  );
}
