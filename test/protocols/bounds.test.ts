/** The walk through what callers can make long names every route, with the limit it has. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPEN_SERVICES } from '../../src/protocols/grpc/definitions.ts';
import { METHODS } from '../../src/protocols/grpc/methods.ts';
import { DEFAULT_LIMITS } from '../../src/protocols/http/parts.ts';
import { FORM_BYTES } from '../../src/protocols/http/plugins/errors.ts';
import { createHttpServer } from '../../src/protocols/http/server.ts';
import { LARGEST_BODY } from '../../src/protocols/limits.ts';
import { startExtension } from '../../testing/extensions.ts';
import { startService, type TestService } from '../../testing/http/service.ts';

const UNITS = { KB: 1024, MB: 1024 * 1024 };

interface Row {
  readonly pattern: string;
  readonly bytes: readonly number[];
}

const REPORT = readFileSync('evaluation/reports/security.md', 'utf8');
const ROWS = REPORT.split('| route | long |')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .flatMap((line): Row[] => {
    const [, routes = '', long = ''] = line.split('|');
    const bytes = [...long.matchAll(/(\d+) (KB|MB)/g)].map(
      ([, size, unit]) => Number(size) * UNITS[unit as keyof typeof UNITS],
    );
    return [...routes.matchAll(/`([^`]+)`/g)].map(([, pattern]) => ({ pattern: pattern!, bytes }));
  });

const isIn = (route: string, { pattern }: Row) =>
  pattern.endsWith('*') ? route.startsWith(pattern.slice(0, -1)) : route === pattern;

/** The row that says most about the route. */
const rowOf = (route: string) =>
  ROWS.filter((row) => isIn(route, row)).sort((p, q) => q.pattern.length - p.pattern.length)[0];

interface Served {
  readonly route: string;
  readonly limit: number;
}

let service: TestService;
const started: { close(): Promise<void> }[] = [];
/** Routes that take a body. */
const served: Served[] = [];

beforeAll(async () => {
  service = await startService();
  const extensionRoutes = [];
  for (const name of ['casdoor', 'mosip', 'osia', 'documents']) {
    const extension = await startExtension(name);
    started.push(extension);
    extensionRoutes.push(...extension.routes);
  }
  const app = createHttpServer({ ...service.parts, extensionRoutes });
  app.addHook('onRoute', ({ url, method, config, schema }) => {
    const isHidden = (schema as { readonly hide?: boolean } | undefined)?.hide === true;
    if (isHidden || ![method].flat().some((one) => one === 'POST' || one === 'PUT')) return;
    const { bodyBytes, contract, operation } = (config ?? {}) as {
      readonly bodyBytes?: number;
      readonly contract?: object;
      readonly operation?: string;
    };
    const isOfClients = contract !== undefined || operation !== undefined;
    const usual = isOfClients ? DEFAULT_LIMITS.bodyBytes : DEFAULT_LIMITS.smallBodyBytes;
    const oauth = url === '/people/me' ? 0 : url.startsWith('/oauth/') ? FORM_BYTES : undefined;
    const limit = oauth ?? bodyBytes ?? usual;
    served.push({ route: url, limit });
  });
  await app.ready();
  await app.close();
});
afterAll(async () => {
  for (const each of started) await each.close();
  await service.close();
});

it('says the limit of every route over HTTP that takes a body', () => {
  expect(served.length).toBeGreaterThan(50);
  const wrong = served.filter(({ route, limit }) => !rowOf(route)?.bytes.includes(limit));
  expect(wrong).toEqual([]);
});

it('has no row for routes that are not served', () => {
  const unserved = ROWS.filter(
    (row) => !row.pattern.includes('grpc') && !row.pattern.startsWith('/prosopon'),
  ).filter((row) => !served.some(({ route }) => isIn(route, row)));
  expect(unserved).toEqual([]);
});

it('says the limit of every method over gRPC', () => {
  const methods = METHODS.map(
    ({ service: name, name: method }) => `/prosopon.v1.${name}/${method}`,
  );
  for (const method of methods) expect(rowOf(method)?.bytes, method).toEqual([LARGEST_BODY]);
  for (const method of ['/grpc.health.v1.Health/Watch', '/grpc.reflection.v1.X/Y']) {
    expect(method).toMatch(OPEN_SERVICES);
    expect(rowOf(method)?.bytes).toEqual([64 * 1024]);
  }
});
