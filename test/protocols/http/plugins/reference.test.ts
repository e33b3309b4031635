/** The API reference: valid, complete, true to the answers, and its viewer works offline. */
import SwaggerParser from '@apidevtools/swagger-parser';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaceEngine } from '../../../../src/faces/analysis.ts';
import { PAGE_TAGS } from '../../../../src/protocols/http/pages/page-routes.ts';
import { createHttpServer } from '../../../../src/protocols/http/server.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { portrait } from '../../../../testing/people.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly description?: string;
  readonly requestBody?: { content: Record<string, { schema: TSchema }> };
  readonly responses: Record<
    string,
    { content?: Record<string, { schema: TSchema; example?: unknown }> }
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, TSchema> };
}

let engine: FaceEngine;
let service: TestService;
let document: Document;
/** With all references replaced by what they refer to. */
let whole: Document;

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(engine);
  const { json } = await service.call('GET', '/openapi.json');
  document = structuredClone(json);
  whole = (await SwaggerParser.dereference(json)) as unknown as Document;
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const operations = () => Object.values(whole.paths).flatMap((path) => Object.values(path));

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    await SwaggerParser.validate(structuredClone(document) as never);
  });

  it('has every route of the service except pages, viewer and this document', async () => {
    const served: string[] = [];
    const hidden: string[] = [];
    const app = createHttpServer(service.parts);
    app.addHook('onRoute', ({ url, method, schema }) => {
      const hides = (schema as { readonly hide?: boolean } | undefined)?.hide === true;
      // What refuses other methods of an address is no route of its own.
      if (
        method === 'HEAD' ||
        url === '*' ||
        url.startsWith('/docs') ||
        (hides && Array.isArray(method))
      )
        return;
      const path = url.replaceAll(/:(\w+)/g, '{$1}');
      (hides ? hidden : served).push(`${String(method).toLowerCase()} ${path}`);
    });
    await app.ready();
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(served.sort());
    expect(described).toEqual(
      expect.arrayContaining(['get /oauth/authorization', 'post /oauth/token', 'get /people/me']),
    );
    for (const route of hidden)
      expect(route).toMatch(/^get \/(|openapi\.json|(assets|capture)\/.*|[\w.-]+|login\/\{uid\})$/);
    await app.close();
  });

  it('describes every operation and its errors, with a valid example', () => {
    for (const operation of operations()) {
      expect(operation.operationId).toBeTruthy();
      expect(operation.summary).toBeTruthy();
      if (operation.tags?.includes('OAuth')) continue;
      const [success] = Object.values(operation.responses['200']?.content ?? {});
      expect(success?.schema, operation.operationId).toBeDefined();
      if (success?.example !== undefined) {
        const errors = Value.Errors(success.schema, success.example);
        expect([...errors], operation.operationId).toEqual([]);
      }
      if (!operation.tags?.includes('Operation'))
        expect(Object.keys(operation.responses)).toEqual(
          expect.arrayContaining(['400', '401', '403', '429', '500', '503']),
        );
    }
  });

  it('lists refusals of page calls, with conflicts for changes', () => {
    const pages = new Set(PAGE_TAGS.map(({ name }) => name));
    for (const methods of Object.values(whole.paths))
      for (const [method, { tags = [], operationId, responses }] of Object.entries(methods))
        if (pages.has(tags[0]!)) {
          expect(responses, operationId).toHaveProperty('404');
          expect('409' in responses, operationId).toBe(method !== 'get');
        }
  });

  it('describes the members of the named schemas', () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual([
      'ChallengeResponse',
      'CreatedLivenessSession',
      'EnrollResponse',
      'ErrorResponse',
      'Face',
      'FaceImageQualityResponse',
      'FaceTemplateStatus',
      'ImageProperties',
      'JobError',
      'LivenessDetectionResponse',
      'LivenessSession',
      'MessageResponse',
      'OwnLivenessSession',
      'PhotoVerifyResponse',
      'QualityAssessment',
      'QualityExplanation',
      'QualityMeasurement',
      'SearchResponse',
      'TaskResponse',
      'TaskResult',
      'TemplateMatchResult',
      'UploadResponse',
      'VerifyResponse',
    ]);
  });

  it('matches real responses', async () => {
    const client = await service.client('main');
    const image = base64(await portrait('ben'));
    const answers = {
      enroll: ['POST', '/api/face/v1/enroll/1', [{ image }]],
      verify: ['POST', '/api/face/v1/verify/1', { image }],
      getTemplateStatus: ['GET', '/api/face/v1/template/status/1?downloadThumbnails=true'],
      photoVerify: [
        'POST',
        '/api/v1/photoverify',
        { liveImages: [{ image }], photo: image, disableLivenessDetection: true },
      ],
      setTemplateTags: ['PUT', '/api/face/v1/template/1/tags', ['a']],
      deleteTemplate: ['DELETE', '/api/face/v1/template/1'],
      livez: ['GET', '/livez'],
      readyz: ['GET', '/readyz'],
    } as const;
    for (const [operationId, [method, path, body]] of Object.entries(answers)) {
      const call = body === undefined ? { client } : { client, body };
      const { status, json } = await service.call(method, path, call);
      expect(status, operationId).toBe(200);
      const operation = operations().find((one) => one.operationId === operationId);
      const schema = operation?.responses['200']?.content?.['application/json']?.schema;
      expect([...Value.Errors(schema as TSchema, json)], operationId).toEqual([]);
    }
  });
});

describe.each(['/docs/api', '/docs', '/docs/operate/tls'])('%s', (address) => {
  it('loads everything from this service', async () => {
    const page = await service.call('GET', address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/(default|script)-src 'self'/);
    const sources = [...page.text.matchAll(/<(?:script|link|img) [^>]*?(?:src|href)="([^"]+)"/g)];
    expect(sources.length).toBeGreaterThan(3);
    for (const [, source = ''] of sources) {
      expect(source).not.toMatch(/^(https?:)?\/\//);
      const url = new URL(source, `${service.base}${address}/`);
      expect((await service.call('GET', url.pathname)).status, source).toBe(200);
    }
  });
});

describe('/docs', () => {
  it('runs nothing inline, and needs no camera', async () => {
    const { headers, text } = await service.call('GET', '/docs/limits');
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(text).not.toMatch(/<script>|<style|style="/);
  });

  it('has existing pages only', async () => {
    for (const path of ['/docs/', '/docs/operate/', '/docs/project/deploy/nginx.conf'])
      expect((await service.call('GET', path)).status, path).toBe(200);
    for (const path of ['/docs/nowhere', '/docs/../../package.json'])
      expect((await service.call('GET', path)).status, path).toBe(404);
  });

  it('is named at the root', async () => {
    expect((await service.call('GET', '/')).json).toMatchObject({ documentation: '/docs' });
  });
});
