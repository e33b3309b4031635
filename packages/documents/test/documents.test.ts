/** Documents in place of photos, over both protocols, with the extension that a service loads. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'cborg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedClient } from '../../../src/access/clients/client.ts';
import { type Case, image, loadImages, succeeded } from '../../../test/contract/cases.ts';
import { overGrpc } from '../../../test/contract/over-grpc.ts';
import { overHttp } from '../../../test/contract/over-http.ts';
import type { Protocol } from '../../../test/contract/protocol.ts';
import { testEngine } from '../../../testing/engine.ts';
import { startExtension } from '../../../testing/extensions.ts';
import { startService, type TestService } from '../../../testing/http/service.ts';
import { dg2Of } from '../testing/chips.ts';
import { elementBytes } from '../testing/mdocs.ts';
import { DOCUMENTS, ISSUER, loadCodestream } from './document-cases.ts';

let extension: Awaited<ReturnType<typeof startExtension>>;
let service: TestService;
let protocols: readonly { readonly protocol: Protocol; readonly client: CreatedClient }[];
const folder = await mkdtemp(join(tmpdir(), 'issuers-'));

beforeAll(async () => {
  await writeFile(join(folder, 'csca.pem'), ISSUER);
  extension = await startExtension('documents', { ISSUERS: folder });
  service = await startService(await testEngine(), extension.added);
  protocols = [
    { protocol: overHttp(service), client: await service.client('http') },
    { protocol: await overGrpc(service), client: await service.client('grpc') },
  ];
  await loadImages();
  await loadCodestream();
});
afterAll(async () => {
  for (const { protocol } of protocols) await protocol.close();
  await service.close();
  await extension.close();
  await rm(folder, { recursive: true });
});

async function check({ method, call, code = 0, message, body }: Case): Promise<void> {
  for (const { protocol, client } of protocols) {
    const answer = await protocol.call(method, { client, ...call() });
    expect(answer).toMatchObject({ code, ...(body === undefined ? {} : { body }) });
    if (message !== undefined) expect(answer.message).toMatch(message);
  }
}

describe('documents', () => {
  it.each(DOCUMENTS)('$name', check);
});

const nested = () => {
  let key: unknown = 'x'.repeat(1_000_000);
  for (let i = 0; i < 500; i++) key = [key, 'a'];
  return key;
};
const namedBy = (key: unknown) =>
  encode(new Map([['nameSpaces', new Map([[key, [elementBytes('portrait', Buffer.of(1))]]])]]));

it('as many documents as a call may have images are enrolled in one', async () => {
  const images = Array(40).fill({ image: dg2Of(image('ada').image) });
  const body = { ...succeeded, enrolledImages: expect.any(Number) };
  const call = () => ({ classId: '2030', body: { images } });
  await check({ name: '', method: 'Enroll', call, body });
});

describe('an mdoc that costs more to read than to write', () => {
  it.each([
    ['keys of nested lists', () => namedBy(nested())],
    ['keys of bytes', () => namedBy(Buffer.alloc(1_000_000))],
    ['the same key of a megabyte twice', () => repeated('k'.repeat(1_000_000))],
    ['lists in lists', () => Buffer.concat([Buffer.of(0xa1, 1), Buffer.alloc(1_000_000, 0x81)])],
  ])('as of %s is refused in few words', async (_, file) => {
    await check({
      name: '',
      method: 'PhotoVerify',
      call: () => ({
        body: {
          liveImages: [image('ben')],
          photo: Buffer.from(file()),
          disableLivenessDetection: true,
        },
      }),
      code: 3,
      message: /^photo: truncated or damaged document$/,
    });
  });

  it('of more bytes than documents have is refused', async () => {
    const photo = Buffer.alloc(8 * 1024 * 1024 + 1, 0xa1);
    const body = { liveImages: [image('ben')], photo, disableLivenessDetection: true };
    const message = /^photo: a document of 8388609 bytes; 8388608 are the limit$/;
    await check({ name: '', method: 'PhotoVerify', call: () => ({ body }), code: 3, message });
  });
});

function repeated(key: string): Buffer {
  const text = encode(key);
  return Buffer.concat([Buffer.of(0xa2), text, Buffer.of(1), text, Buffer.of(2)]);
}
