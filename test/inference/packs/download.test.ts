/** Downloads against a real HTTP server that cuts, lies, hangs and refuses. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { download } from '../../../src/inference/packs/download.ts';
import type { PackFile } from '../../../src/inference/packs/pack.ts';

const CONTENT = randomBytes(300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const serve: Answer = (_, response) => {
  response.setHeader('content-length', CONTENT.length);
  response.end(CONTENT);
};

/** Sends `length` bytes, then breaks the connection. */
const cut =
  (length: number): Answer =>
  (_, response) => {
    response.setHeader('content-length', CONTENT.length);
    response.write(CONTENT.subarray(0, length), () => setTimeout(() => response.destroy(), 50));
  };

let server: Server;
let answers: Answer[];
let asked: number;
let base: string;
let directory: string;
let path: string;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    asked++;
    (answers.length > 1 ? answers.shift()! : answers[0]!)(incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  answers = [serve];
  asked = 0;
  directory = await mkdtemp(join(tmpdir(), 'prosopon-download-'));
  path = join(directory, 'pack', 'file.bin');
});
afterEach(() => rm(directory, { recursive: true }));

const file = (more: Partial<PackFile> = {}): PackFile => ({
  name: 'file.bin',
  url: `${base}/file.bin`,
  size: CONTENT.length,
  sha256: SHA256,
  ...more,
});

const arrived = async () => (await readFile(path)).equals(CONTENT);

it('downloads, and leaves nothing else', async () => {
  await download(file(), path);
  expect(await arrived()).toBe(true);
  expect(await readdir(join(directory, 'pack'))).toEqual(['file.bin']);
});

it('tries again after a break, but not for ever', async () => {
  answers = [cut(100_000), cut(50_000), serve];
  await download(file(), path);
  expect(await arrived()).toBe(true);
  await rm(path);
  answers = [cut(100_000)];
  asked = 0;
  await expect(download(file(), path)).rejects.toThrow(/file\.bin: \S/);
  expect(asked).toBe(3);
  expect(await readdir(join(directory, 'pack'))).toEqual([]);
});

it('others may fetch it as well', async () => {
  await Promise.all([1, 2].map(() => download(file(), path)));
  expect(await arrived()).toBe(true);
  expect(await readdir(join(directory, 'pack'))).toEqual(['file.bin']);
});

it.each<[string, Answer, RegExp]>([
  [
    'other content',
    (_, response) => void response.end(Buffer.alloc(CONTENT.length)),
    /content is not that of/,
  ],
  ['a shorter file', (_, response) => void response.end('short'), /5 bytes, expected 300000/],
  [
    'an endless file',
    (_, response) => {
      const more = () => response.write(CONTENT, () => response.destroyed || more());
      more();
    },
    /longer than the expected/,
  ],
  ['404', (_, response) => void response.writeHead(404).end('<html>'), /: 404 Not Found$/],
  ['500', (_, response) => void response.writeHead(500).end(), /: 500 Internal Server Error$/],
])('refuses %s in one line and leaves nothing', async (_, answer, message) => {
  answers = [answer];
  const error = await download(file(), path).catch((thrown: unknown) => thrown as Error);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
  expect(await readdir(directory)).toEqual([]);
});

it.each<[string, Answer]>([
  ['before the headers', () => {}],
  [
    'in the middle',
    (_, response) => {
      response.setHeader('content-length', CONTENT.length);
      response.write(CONTENT.subarray(0, 1000));
    },
  ],
])('gives up a server that hangs %s', async (_, answer) => {
  answers = [answer];
  const attempt = download(file(), path, { idleTimeout: 200 });
  await expect(attempt).rejects.toThrow(/no data for 1 s/);
});

it('stops with its caller', async () => {
  answers = [() => {}];
  const controller = new AbortController();
  const attempt = download(file(), path, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(attempt).rejects.toThrow(/cancelled$/);
});

it('reports a missing listener or a forbidden network', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const closed = { url: `http://127.0.0.1:${(gone.address() as AddressInfo).port}/file.bin` };
  gone.close();
  await expect(download(file(closed), path)).rejects.toThrow(/ECONNREFUSED/);
  await expect(download(file(), path, { offline: true })).rejects.toThrow(/PROSOPON_OFFLINE=1/);
});

it('uses a proxy from the environment', async () => {
  const seen: string[] = [];
  const proxy = createServer((incoming, response) => {
    seen.push(incoming.url!);
    incoming.pipe(
      request(incoming.url!, { headers: incoming.headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  proxy.on('connect', (incoming, socket, head) => {
    seen.push(incoming.url!);
    const [host, port] = incoming.url!.split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const before = { ...process.env };
  process.env.http_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env.no_proxy = '';
  try {
    await download(file(), path);
  } finally {
    process.env = before;
    proxy.closeAllConnections();
    proxy.close();
  }
  expect(await arrived()).toBe(true);
  expect(seen).toHaveLength(1);
});
