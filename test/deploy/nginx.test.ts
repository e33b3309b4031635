/** `deploy/nginx.conf` as it is shipped, but for ports and certificate, before a running service. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentials, Client as GrpcClient, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cli, createCli, ROOT, type Running } from '../../testing/cli/run-cli.ts';
import { findProgram } from '../../testing/find-program.ts';
import { freePort } from '../../testing/free-port.ts';

const nginx = findProgram('nginx');
const HOST = 'face.example.org';

describe.skipIf(nginx === undefined)('nginx in front of the service (needs nginx)', () => {
  let cli: Cli;
  let service: Running;
  let proxy: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prosopon-nginx-'));
    port = await freePort();
    const grpcPort = String(await freePort());
    cli = await createCli({ convertedModels: true });
    service = await cli.serve({
      PUBLIC_URL: `https://${HOST}`,
      PROSOPON_TRUSTED_PROXIES: '127.0.0.1',
      PROSOPON_METRICS_TOKEN: 'a token of sixteen or more'.replaceAll(' ', '-'),
      PROSOPON_OFFLINE: '1',
      GRPC_PORT: grpcPort,
    });
    const key = join(folder, 'privkey.pem');
    const chain = join(folder, 'fullchain.pem');
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', chain, '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
    const server = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll(/\/etc\/ssl\/face\.example\.org/g, folder)
      .replace('http://127.0.0.1:8080', service.url)
      .replace('127.0.0.1:50051', `127.0.0.1:${grpcPort}`);
    writeFileSync(join(folder, 'nginx.conf'), around(folder, server));
    const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    proxy = spawn(nginx!, options, { stdio: 'ignore' });
    while (!(await ask('/livez').catch(() => undefined))) {
      if (proxy.exitCode !== null) throw new Error(`nginx ended ${proxy.exitCode}`);
      await sleep(100);
    }
  });

  afterAll(async () => {
    proxy?.kill();
    await service?.stop();
    await cli?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (path: string) =>
    new Promise<IncomingMessage & { readonly body: string }>((resolve, reject) => {
      const ca = readFileSync(join(folder, 'fullchain.pem'));
      const headers = { host: HOST, accept: 'text/html' };
      const asked = { host: '127.0.0.1', port, path, ca, servername: HOST, headers };
      request(asked, async (answer) => {
        const body = (await answer.setEncoding('utf8').toArray()).join('');
        resolve(Object.assign(answer, { body }));
      })
        .on('error', reject)
        .end();
    });

  it('serves pages, which know that they are behind TLS', async () => {
    const { statusCode, headers } = await ask('/docs/');
    expect(statusCode).toBe(200);
    expect(headers).toHaveProperty('strict-transport-security');
  });

  it('keeps the metrics internal', async () => {
    expect((await ask('/metrics')).statusCode).toBe(404);
  });

  it('forwards gRPC', async () => {
    const ca = readFileSync(join(folder, 'fullchain.pem'));
    const client = new GrpcClient(`127.0.0.1:${port}`, credentials.createSsl(ca), {
      'grpc.ssl_target_name_override': HOST,
      'grpc.default_authority': HOST,
    });
    const bytes = (message: Buffer) => message;
    const code = await new Promise((resolve) =>
      client.makeUnaryRequest(METHOD, bytes, bytes, Buffer.alloc(0), (error) =>
        resolve(error?.code),
      ),
    );
    client.close();
    expect(code).toBe(status.UNAUTHENTICATED);
  });
});

/** Any that wants a token. */
const METHOD = '/prosopon.v1.FaceRecognition/Verify';

/** What is around the file where it is installed. */
function around(folder: string, server: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  ${folders.join('\n  ')}
  ${server}
}
`;
}
