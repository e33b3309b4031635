/** Probes: `/livez` says that the process answers, `/readyz` that it can serve, part by part. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { HttpParts, ReadinessCheck } from './parts.ts';

const Liveness = Type.Object(
  { status: Type.Literal('ok') },
  { description: 'The process answers.' },
);

const Readiness = Type.Object(
  {
    ready: Type.Boolean(),
    parts: Type.Record(Type.String(), Type.Enum(['ready', 'not ready'], { type: 'string' })),
    missing: Type.Array(Type.String(), {
      description: 'What single operations lack, and the command that installs it; not counted.',
    }),
  },
  {
    description: 'Whether the service can serve, and each part of it.',
    examples: [{ ready: true, parts: { engine: 'ready', database: 'ready' }, missing: [] }],
  },
);

/** Milliseconds after which a part that has not said that it is ready counts as not ready. */
const PATIENCE = 3000;

export function registerHealth(
  app: FastifyInstance,
  parts: Pick<HttpParts, 'engine' | 'readiness'>,
): void {
  const checks: Record<string, ReadinessCheck> = {
    engine: () => parts.engine.status().ready,
    ...parts.readiness,
  };
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
      const states = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
      );
      const ready = states.every(([, state]) => state);
      const named = states.map(([name, state]) => [name, state ? 'ready' : 'not ready']);
      if (!ready) reply.code(503).header('retry-after', 1);
      const missing = [...(await parts.engine.missing())];
      return { ready, parts: Object.fromEntries(named), missing };
    },
  );
}

async function holds(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const answer = (async () => check())().catch(() => false);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
