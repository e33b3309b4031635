/** Two thousand images in one call: all of them answered, in order, and written to the trail. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreatedClient } from '../../../../src/access/clients/client.ts';
import type { FaceEngine, ImageAnalysis } from '../../../../src/faces/analysis.ts';
import { testEngine } from '../../../../testing/engine.ts';
import { base64, startService, type TestService } from '../../../../testing/http/service.ts';
import { nobody, portrait } from '../../../../testing/people.ts';

const IMAGES = 2000;
const PEOPLE = ['ada', 'ben', 'cem'] as const;

let engine: FaceEngine;
let service: TestService;
let client: CreatedClient;
/** One picture of each person, the last of nobody. */
let pictures: string[];

beforeAll(async () => {
  engine = await testEngine();
  service = await startService(rememberingImages(engine));
  client = await service.client('main', { settings: { failedVerifications: 0 } });
  for (const [i, person] of PEOPLE.entries()) {
    const body = [{ image: base64(await portrait(person)) }];
    await service.call('POST', `/api/face/v1/enroll/${i + 1}`, { client, body });
  }
  const small = (image: Buffer) => sharp(image).resize(200).jpeg().toBuffer();
  const faces = await Promise.all(PEOPLE.map((person) => portrait(person, 1)));
  pictures = (await Promise.all([...faces, await nobody()].map(small))).map(base64);
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

/** Looks at each picture once: what is tested is everything around that. */
function rememberingImages(engine: FaceEngine): FaceEngine {
  const known = new Map<string, Promise<ImageAnalysis>>();
  return {
    ...engine,
    analyse(image, options) {
      const hash = createHash('sha256').update(image).digest('hex');
      const analysis = known.get(hash) ?? engine.analyse(image, options);
      known.set(hash, analysis);
      return analysis;
    },
  };
}

it.each([false, true])('are searched together, with topMatches %s', async (topMatches) => {
  const images = Array.from({ length: IMAGES }, (_, i) => ({ image: pictures[i % 4] }));
  const headers = { 'transaction-id': `bulk ${topMatches}` };
  const body = { images, tags: [], topMatches };
  const path = '/api/face/v1/search';
  const { status, json } = await service.call('POST', path, { client, headers, body });
  expect(status).toBe(200);
  expect(json.imageProperties).toHaveLength(IMAGES);
  const best = json.result.map(
    ({ matches }: { matches: { classId: number }[] }) => matches[0]?.classId,
  );
  expect(best).toEqual(Array.from({ length: IMAGES }, (_, i) => [1, 2, 3, undefined][i % 4]));
  expect(json.errors).toHaveLength(IMAGES / 4);
  expect(json.errors.at(-1)).toMatchObject({
    errorCode: 'FaceNotFound',
    message: expect.stringMatching(/^images\[1999\]\.image: /),
  });

  const { audit } = service.parts;
  const [entry] = await audit.list({ event: 'search', limit: 1 });
  expect(entry).toMatchObject({ transactionId: `bulk ${topMatches}`, intact: true });
  expect(entry!.details).toMatchObject({
    outcome: 'SUCCEEDED',
    gallerySize: 3,
    probes: expect.objectContaining({ length: IMAGES }),
    matches: expect.objectContaining({ length: IMAGES }),
  });
  expect(await audit.verify()).toMatchObject({ intact: true });
});
