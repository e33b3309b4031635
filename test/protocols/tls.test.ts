/** TLS by files: what they give, and which of them is wrong. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from '../../src/config/config.ts';
import { startGrpcServer } from '../../src/protocols/grpc/server.ts';
import { createHttpServer } from '../../src/protocols/http/server.ts';
import { readTlsFiles } from '../../src/protocols/tls-files.ts';
import { makeCertificate } from '../../testing/certificates.ts';
import { jwt, startService, type TestService } from '../../testing/http/service.ts';
import { grpcClients } from '../contract/over-grpc.ts';

let folder: string;
let service: TestService;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prosopon-tls-'));
  for (const name of ['server', 'other']) makeCertificate(folder, name);
  await writeFile(file('text'), 'nothing of the kind');
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe('TLS', () => {
  it.each([
    ['absent', 'server.key', /absent cannot be read: ENOENT/],
    ['server.crt', 'absent', /absent cannot be read: ENOENT/],
    ['text', 'server.key', /text is not a PEM certificate/],
    ['server.key', 'server.key', /server\.key is not a PEM certificate/],
    ['server.crt', 'text', /text is not a PEM private key without passphrase/],
    ['server.crt', 'other.key', /other\.key is not that of the certificate .*server\.crt/],
  ])('with certificate %s and key %s does not start, and says why', async (cert, key, message) => {
    const tls = { certFile: file(cert), keyFile: file(key) };
    await expect(readTlsFiles(tls)).rejects.toThrow(message);
    await expect(readTlsFiles(tls)).rejects.toThrow(ConfigError);
  });

  it('is for both ports', () => {
    const files = { PROSOPON_TLS_CERT: '/c', PROSOPON_TLS_KEY: '/k' };
    expect(parseConfig({})).toMatchObject({ grpcPort: 50051, tls: undefined });
    expect(parseConfig({ ...files, PORT: '443' })).toMatchObject({
      ...{ tls: { certFile: '/c', keyFile: '/k' }, grpcPort: 50051 },
      publicUrl: 'https://127.0.0.1:443',
    });
    expect(() => parseConfig({ PROSOPON_TLS_KEY: '/k' })).toThrow('PROSOPON_TLS_CERT and');
  });

  it('over HTTP works for clients that trust the certificate, and closes with the service', async () => {
    const [ca, key] = await Promise.all(['server.crt', 'server.key'].map((n) => readFile(file(n))));
    const app = createHttpServer({ ...service.parts, tls: { cert: ca!, key: key! } });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(address).toMatch(/^https:/);
    const agent = new Agent({ keepAlive: true });
    const status = (trusted: Buffer) =>
      new Promise((resolve) => {
        const url = `${address.replace('127.0.0.1', 'localhost')}/livez`;
        get(url, { ca: trusted, agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        }).once('error', (error: Error & { code?: string }) => resolve(error.code));
      });
    expect(await status(ca!)).toBe(200);
    expect(await status(await readFile(file('other.crt')))).toMatch(/CERT/);
    await app.close();
    expect(await status(ca!)).toMatch(/^ECONN/);
    agent.destroy();
  });

  it('over gRPC works for clients that trust the certificate, and for nobody without it', async () => {
    const tls = await readTlsFiles({
      certFile: file('server.crt'),
      keyFile: file('server.key'),
    });
    const server = await startGrpcServer(
      { operations: service.parts, isReady: async () => true },
      { host: '127.0.0.1', port: 0, aliases: '', tls },
    );
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${await jwt(await service.client('main'))}`);
    const Faces = grpcClients().FaceRecognition!;
    const call = async (channel: ReturnType<typeof credentials.createSsl>) => {
      const stub = new Faces(`localhost:${server.port}`, channel);
      const deadline = Date.now() + 10_000;
      const code = await new Promise<number>((resolve) => {
        stub.GetTemplateStatus(
          { classId: 5 },
          metadata,
          { deadline },
          (error: { code: number } | null) => resolve(error?.code ?? status.OK),
        );
      });
      stub.close();
      return code;
    };
    const trusting = async (name: string) => credentials.createSsl(await readFile(file(name)));
    expect(await call(await trusting('server.crt'))).toBe(status.OK);
    expect(await call(await trusting('other.crt'))).toBe(status.UNAVAILABLE);
    expect(await call(credentials.createInsecure())).toBe(status.UNAVAILABLE);
    await server.close();
  });
});
