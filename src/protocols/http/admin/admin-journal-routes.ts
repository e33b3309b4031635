/** Administration below `/admin/v1`: jobs, charts, audit trail, and the state of the service. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { addressPrefix } from '../../../access/address-prefix.ts';
import { ago, DAY_MS } from '../../../durations.ts';
import { InvalidArgument } from '../../../errors.ts';
import {
  AUDIT_EVENTS,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditReport,
} from '../../../journal/audit.ts';
import { JOB_STATUSES } from '../../../journal/bookkeeping.ts';
import { MOST_LISTED } from '../../../journal/most-listed.ts';
import { describeJob } from '../../../operations/admin/describe-job.ts';
import { stringifyExact } from '../../../text/exact-json.ts';
import { parseClassId } from '../../class-id.ts';
import { sessionOf } from '../accounts/sessions.ts';
import { pageCalls } from '../pages/page-calls.ts';
import type { AdminParts } from '../parts.ts';
import { attachment } from '../plugins/common-headers.ts';
import { actorOf, BASE, look, unrecorded } from './administration.ts';
import { auditReport, serviceStatus } from './service-answers.ts';

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LISTED }));
const Time = Type.Optional(Type.String());

const JobsQuery = Type.Object({
  person: Type.Optional(Type.String()),
  client: Type.Optional(Type.String()),
  operation: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum([...JOB_STATUSES])),
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
  event: Type.Optional(Type.Enum([...AUDIT_EVENTS])),
  actor: Type.Optional(Type.String()),
  person: Type.Optional(Type.String()),
  /** For IPv6, any address of its network. */
  network: Type.Optional(Type.String()),
  /** Leaves out the caller's own looks. */
  looks: Type.Optional(Type.Enum(['others'])),
  client: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  since: Time,
  until: Time,
  before: Type.Optional(Type.String()),
  limit: Limit,
});

export function addAdminJournalRoutes(app: FastifyInstance, parts: AdminParts): void {
  const { get, post } = pageCalls(app, BASE, 'Administration');
  const { audit, bookkeeping } = parts;
  const started = new Date();

  get(
    '/jobs',
    { ...look('jobs', 'see-client', 'query.client'), querystring: JobsQuery },
    async (request) => {
      const { client: clientId, person, since: _, until: __, ...filter } = request.query;
      const classId = person === undefined ? undefined : parseClassId(person);
      return bookkeeping.list({ clientId, classId, ...filter, ...timesOf(request) });
    },
  );

  get('/jobs/:client/:jobId', look('job', 'see-client', 'params.client'), async (request) => {
    const { params, clientBegan: since } = request;
    return describeJob(parts, sessionOf(request).user, { ...params, since });
  });

  get(
    '/charts',
    { ...unrecorded('see-client', 'query.client'), querystring: ChartsQuery },
    async (request) => bookkeeping.statistics(chartTimes(request)),
  );

  get(
    '/audit',
    { ...look('audit trail', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request) => audit.list(auditPage(request)),
  );

  get(
    '/audit/export',
    { ...look('audit export', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request, reply) => {
      const filter = auditFilter(request);
      reply.type('application/x-ndjson').header('content-disposition', attachment('audit.jsonl'));
      return reply.send(Readable.from(jsonLines(audit.stream(filter))));
    },
  );

  let verification: Promise<AuditReport> | undefined;
  // One at a time, because it reads the whole trail.
  const verify = () => {
    verification ??= audit.verify().finally(() => {
      verification = undefined;
    });
    return verification;
  };
  post('/audit/verification', look('audit verification', 'see-service'), async () => {
    return auditReport(await verify());
  });

  get(
    '/searches',
    { ...look('search log', 'see-client', 'query.client'), querystring: AuditQuery },
    async (request) => audit.list({ ...auditPage(request), event: 'search' }),
  );

  get('/status', unrecorded('see-service'), async () => serviceStatus(parts, started));
}

/** A call with that query, validated by the schema of its route. */
type Asked<Q> = FastifyRequest & { readonly query: Q };

/** The last day, unless the query names other times. @throws InvalidArgument with the parameter */
export function chartTimes(request: Asked<Static<typeof ChartsQuery>>) {
  const { client, bucket = 'hour' } = request.query;
  const { since, until = new Date() } = timesOf(request);
  const beginning = since ?? ago(until, DAY_MS);
  return { clientId: client, since: beginning, until, bucket };
}

interface Times {
  readonly since?: string;
  readonly until?: string;
}

/** For administrators of one client, from its creation. @throws InvalidArgument as `timeOf` */
function timesOf({ query, clientBegan }: Asked<Times>) {
  const [since, until] = [timeOf(query, 'since'), timeOf(query, 'until')];
  if (since !== undefined && until !== undefined && since >= until)
    throw new InvalidArgument('until: expected a time after "since"');
  const early = clientBegan !== undefined && (since ?? new Date(0)) < clientBegan;
  return { since: early ? clientBegan : since, until };
}

/** RFC 3339. `Date` would also read other texts, in ways that depend on the machine. */
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/** @throws InvalidArgument with the parameter */
function timeOf(query: Times, name: keyof Times): Date | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgument(`${name}: expected a time (RFC 3339)`);
  return time;
}

/** @throws InvalidArgument with the parameter */
function auditPage(request: Asked<Static<typeof AuditQuery>>): AuditPage {
  const { before, limit } = request.query;
  if (before !== undefined && !/^\d{1,18}$/.test(before))
    throw new InvalidArgument('before: expected the seq of an entry');
  return {
    ...auditFilter(request),
    before: before === undefined ? before : BigInt(before),
    limit,
  };
}

/** @throws InvalidArgument with the parameter */
function auditFilter(request: Asked<Static<typeof AuditQuery>>): AuditFilter {
  const { event, client, actor, person, network, looks, transactionId } = request.query;
  const { since: from, until: to } = timesOf(request);
  return {
    ...{ event, client, actor, person, transactionId, from, to },
    network: network === undefined ? undefined : addressPrefix(network),
    looksOfOthers: looks === 'others' ? actorOf(request) : undefined,
  };
}

/** One entry per line. */
async function* jsonLines(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${stringifyExact(entry)}\n`;
}
