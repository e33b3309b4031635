/** A web site whose visitors prove to Prosopon that they are live. Run: node server.ts */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';

const { PROSOPON_URL = 'http://127.0.0.1:8080', CLIENT_ID, CLIENT_SECRET } = process.env;
const PORT = Number(process.env.PORT ?? 3000);
if (CLIENT_ID === undefined || CLIENT_SECRET === undefined)
  throw new Error('CLIENT_ID and CLIENT_SECRET are missing: see README.md');

const BASIC = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;

/**
 * The page may load the element from Prosopon and call it, and nothing else. The element's face
 * finder runs in a thread from a blob, and compiles WebAssembly.
 */
const POLICY =
  `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${PROSOPON_URL}; ` +
  `worker-src blob:; connect-src 'self' ${PROSOPON_URL}; ` +
  `media-src 'self' blob:; frame-ancestors 'none'`;

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html'],
  '/page.js': ['page.js', 'text/javascript'],
  '/page.css': ['page.css', 'text/css'],
};

/** Asks Prosopon with the secret of this site, which never reaches a browser. */
async function askProsopon(path: string): Promise<Response> {
  const response = await fetch(PROSOPON_URL + path, { headers: { authorization: BASIC } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** The right to detect liveness once, with a challenge of two directions drawn by Prosopon. */
async function giveToken(response: ServerResponse): Promise<void> {
  const query = new URLSearchParams({
    id: CLIENT_ID!,
    task: 'livenessdetection',
    challenge: 'true',
    challenges: '2',
    maxtries: '1',
  });
  const token = await (await askProsopon(`/token?${query}`)).text();
  sendJson(response, { prosopon: PROSOPON_URL, token });
}

/** Trusts Prosopon's answer to this server, not the browser's. */
async function giveResult(response: ServerResponse, tokenId: string): Promise<void> {
  const query = new URLSearchParams({ tokenid: tokenId });
  const result = await askProsopon(`/api/task/v1/result?${query}`);
  sendJson(response, result.status === 204 ? { success: false } : await result.json());
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('content-security-policy', POLICY);
  try {
    const known = FILES[pathname];
    if (pathname === '/token') await giveToken(response);
    else if (pathname === '/result') await giveResult(response, searchParams.get('tokenid') ?? '');
    else if (known === undefined) response.writeHead(404).end();
    else {
      const [file, type] = known;
      response.setHeader('content-type', `${type}; charset=utf-8`);
      response.end(await readFile(new URL(file, import.meta.url)));
    }
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(502);
    response.end();
  }
});
server.listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
