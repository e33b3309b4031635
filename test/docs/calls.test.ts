/** Every call in the documentation is one that the service takes, every answer one that it gives. */
import { Check, type XSchema } from 'typebox/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../src/protocols/http/server.ts';
import { startExtension } from '../../testing/extensions.ts';
import { startService } from '../../testing/http/service.ts';
import { BLOCKS, SPANS } from './documents.ts';
import { readCommands, type ShellCommand } from './shell.ts';

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: XSchema } };
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: Content;
  readonly responses: { readonly 200: Content };
}

let document: { readonly paths: Record<string, Record<string, Operation>> };
/** `GET /template/{}`: parameters have no names. */
const routes: string[] = [];

beforeAll(async () => {
  const names = ['casdoor', 'mosip', 'osia'];
  const extensions = await Promise.all(names.map((name) => startExtension(name)));
  const extensionRoutes = extensions.flatMap((extension) => extension.routes);
  const service = await startService(undefined, { extensionRoutes });
  document = (await service.call('GET', '/openapi.json')).json;
  const app = createHttpServer(service.parts);
  app.addHook('onRoute', ({ url, method }) => {
    // What refuses other methods of an address is no route of its own.
    if (!Array.isArray(method)) routes.push(`${method} ${url.replaceAll(/:\w+/g, '{}')}`);
  });
  await app.ready();
  await app.close();
  await service.close();
});

/** Within the document, as schemas refer to others of it. */
const fits = (schema: XSchema, value: unknown) =>
  Check({ ...document, ...(schema as object) } as XSchema, value);

/** Calls of a site that the reader is making: its guide has a test. */
const OWN_SITE = 'http://127.0.0.1:3000/';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: unknown;
}

const curls = [...BLOCKS, ...SPANS.filter(({ text }) => text.startsWith('curl '))]
  .filter((code) => !('language' in code) || code.language === '')
  .flatMap(({ text, place }) =>
    readCommands(text)
      .filter(
        ({ words }) => words[0] === 'curl' && !words.some((word) => word.startsWith(OWN_SITE)),
      )
      .map((command) => ({ place, command, shown: command.words.join(' ') })),
  );

function callOf({ words, from }: ShellCommand): Call {
  const after = (...names: string[]) => words[words.findIndex((word) => names.includes(word)) + 1];
  const has = (...names: string[]) => words.some((word) => names.includes(word));
  const address = words.find((word) => /^(https?:|\$BASE|…\/)/.test(word)) ?? '';
  const [path = '', query = ''] = address.replace(/^(https?:\/\/[^/]+|\$BASE|…)/, '').split('?');
  const DATA = ['--json', '-d', '--data', '--data-binary'];
  const data = has(...DATA) ? after(...DATA) : undefined;
  const text = data === '@-' ? from?.words[1] : data;
  return {
    method: has('-X') ? after('-X')! : text === undefined ? 'GET' : 'POST',
    path,
    query: query.split('&').flatMap((pair) => (pair === '' ? [] : pair.split('=')[0]!)),
    body: text === undefined ? undefined : JSON.parse(text),
  };
}

/** The operation at an address, whose parameters may be `$1` or numbers. */
function operationAt(method: string, path: string): Operation | undefined {
  const found = Object.entries(document.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return found?.[1][method.toLowerCase()];
}

describe('calls by curl', () => {
  it('exist', () => expect(curls.length).toBeGreaterThan(8));

  it.each(curls)('at $place: $shown', ({ command }) => {
    const { method, path, query, body } = callOf(command);
    const operation = operationAt(method, path);
    expect(operation, `${method} ${path}`).toBeDefined();
    const known = operation?.parameters?.filter((one) => one.in === 'query') ?? [];
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining([...query]));
    const schema = operation?.requestBody?.content['application/json'].schema;
    expect(body === undefined).toBe(schema === undefined);
    if (schema !== undefined) expect(fits(schema, body)).toBe(true);
  });
});

describe('routes', () => {
  const unnamed = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '{}');

  it('named with their method exist', () => {
    const named = SPANS.filter(({ text }) => /^(GET|POST|PUT|DELETE) \//.test(text));
    expect(named.length).toBeGreaterThan(15);
    const wrong = named.filter(({ text }) => {
      const [method = '', path = ''] = unnamed(text).split(' ');
      return !routes.some((route) => route.startsWith(`${method} `) && route.endsWith(path));
    });
    expect(wrong.map(({ text, place }) => `${place}: ${text}`)).toEqual([]);
  });

  it('named by their address exist', () => {
    const named = SPANS.filter(({ text }) =>
      /^\/(api|oauth|people|account|admin\/v1)\//.test(text),
    );
    expect(named.length).toBeGreaterThan(10);
    const wrong = named.filter(({ text }) => {
      const path = unnamed(text).replace(/(\/…|\/\*|\/|\/\d+)$/, '');
      return !routes.some((route) => route.split(' ')[1]!.startsWith(path));
    });
    expect(wrong.map(({ text, place }) => `${place}: ${text}`)).toEqual([]);
  });
});

describe('JSON', () => {
  it.each([
    ['docs/first-calls.md', 'verify'],
    ['docs/quality.md', 'faceImageQuality'],
  ])('in %s is a response of %s', (page, id) => {
    const operation = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .find(({ operationId }) => operationId === id);
    const answers = BLOCKS.filter((block) => block.page === page && block.language === 'json');
    expect(answers).toHaveLength(1);
    const { schema } = operation!.responses[200].content['application/json'];
    expect(fits(schema, JSON.parse(answers[0]!.text))).toBe(true);
    expect(fits(schema, {})).toBe(false);
  });

  it('in sentences is valid', () => {
    const quoted = SPANS.filter(({ text }) => /^[{[]+"/.test(text));
    expect(quoted.length).toBeGreaterThan(5);
    for (const { text, place } of quoted)
      expect(
        () => JSON.parse(text.replaceAll(/…(?!")/g, 'null')),
        `${place}: ${text}`,
      ).not.toThrow();
  });
});
