/** Administration below `/admin/v1`: jobs, charts, audit trail, and the state of the service. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { InvalidArgument } from '../../../errors.ts';
import { stringifyExact } from '../../../exact-json.ts';
import type { AuditEntry, AuditEvent, AuditFilter, AuditPage } from '../../../journal/audit.ts';
import { parseClassId } from '../../class-id.ts';
import type { HttpParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { pageCalls } from '../plugins/page-calls.ts';
import { actorOf, BASE, look, unrecorded } from './administration.ts';

const MOST = 1000;
const DAY_MS = 86_400_000;

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST }));
const Time = Type.Optional(Type.String());

const JobsQuery = Type.Object({
  person: Type.Optional(Type.String()),
  client: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum(['SUCCEEDED', 'FAULTED', 'CANCELLED'])),
  since: Time,
  until: Time,
  limit: Limit,
});

export const ChartsQuery = Type.Object({
  client: Type.Optional(Type.String()),
  since: Time,
  until: Time,
  bucket: Type.Optional(Type.Enum(['hour', 'day'])),
});

const AuditQuery = Type.Object({
  event: Type.Optional(Type.String()),
  actor: Type.Optional(Type.String()),
  person: Type.Optional(Type.String()),
  /** The looks of whoever asks are left out. */
  looks: Type.Optional(Type.Enum(['others'])),
  client: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  since: Time,
  until: Time,
  before: Type.Optional(Type.String()),
  limit: Limit,
});

export function addAdminJournalRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { get, post } = pageCalls(app, BASE, 'Administration');
  const { audit, bookkeeping } = parts;
  const started = new Date();

  get(
    '/jobs',
    { ...look('jobs', 'see-client', 'query.client'), querystring: JobsQuery },
    async (request) => {
      const { client: clientId, person, since, until, ...filter } = request.query;
      const classId = person === undefined ? undefined : parseClassId(person);
      const times = { since: timeOf(since, 'since'), until: timeOf(until, 'until') };
      return bookkeeping.list({ clientId, classId, ...filter, ...times });
    },
  );

  get(
    '/charts',
    { ...unrecorded('see-client', 'query.client'), querystring: ChartsQuery },
    async (request) => bookkeeping.statistics(chartTimes(request.query)),
  );

  get(
    '/audit',
    { ...look('audit trail', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request) => {
      return audit.list(auditPage(request.query, actorOf(request)));
    },
  );

  get(
    '/audit/export',
    { ...look('audit export', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request, reply) => {
      const filter = auditFilter(request.query, actorOf(request));
      reply.type('application/x-ndjson').header('content-disposition', attachment('audit.jsonl'));
      return reply.send(Readable.from(jsonLines(audit.stream(filter))));
    },
  );

  post('/audit/verification', look('audit verification', 'see-service'), async () => {
    const { intact, entries, pruned, head, problem } = await audit.verify();
    return { intact, entries, pruned, head: head ?? null, problem: problem ?? null };
  });

  get(
    '/searches',
    { ...look('search log', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request) => {
      return audit.list(auditPage({ ...request.query, event: 'search' }, actorOf(request)));
    },
  );

  get('/status', unrecorded('see-service'), async () => {
    const { engine, encoder = null, gallery, missing } = parts.running.status();
    const found = await parts.distribution?.();
    const distribution = found?.by && { by: found.by, nodes: found.nodes };
    return {
      ...{ version: parts.version, started, engine, encoder, missing: await missing(), gallery },
      distribution: distribution ?? null,
    };
  });
}

/** The last day, unless other times are asked for. @throws InvalidArgument naming the parameter */
export function chartTimes({ client, since, until, bucket = 'hour' }: Static<typeof ChartsQuery>) {
  const end = timeOf(until, 'until') ?? new Date();
  const beginning = timeOf(since, 'since') ?? new Date(end.getTime() - DAY_MS);
  return { clientId: client, since: beginning, until: end, bucket };
}

/** @throws InvalidArgument naming the parameter */
function timeOf(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgument(`${name}: expected a time (RFC 3339)`);
  return time;
}

/** @throws InvalidArgument naming the parameter */
function auditPage(query: Static<typeof AuditQuery>, me: string): AuditPage {
  const { before, limit } = query;
  if (before !== undefined && !/^\d{1,18}$/.test(before))
    throw new InvalidArgument('before: expected the seq of an entry');
  return {
    ...auditFilter(query, me),
    before: before === undefined ? before : BigInt(before),
    limit,
  };
}

/** @throws InvalidArgument naming the parameter */
function auditFilter(query: Static<typeof AuditQuery>, me: string): AuditFilter {
  const { event, client, actor, person, looks, transactionId, since, until } = query;
  const times = { from: timeOf(since, 'since'), to: timeOf(until, 'until') };
  return {
    event: event as AuditEvent | undefined,
    ...{ client, actor, person, transactionId, ...times },
    looksOfOthers: looks === 'others' ? me : undefined,
  };
}

/** One entry a line. */
async function* jsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${stringifyExact(entry)}\n`;
}
