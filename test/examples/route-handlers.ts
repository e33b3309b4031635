/**
 * Serves the route handlers of the folder it is started in as a framework does: `app/login/route.ts`
 * is `/login`, the method is the function, and both take and give what browsers do.
 */
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handlers = Readonly<Record<string, (request: Request) => Promise<Response>>>;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // As frameworks do, the address is that of the socket, not of the site.
  const url = new URL(request.url ?? '/', 'http://localhost');
  const file = join('app', url.pathname, 'route.ts');
  const handlers: Handlers = existsSync(file) ? await import(pathToFileURL(file).href) : {};
  const handler = handlers[request.method ?? ''];
  if (handler === undefined) return void response.writeHead(404).end();
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const given = await handler(new Request(url, { method: request.method ?? '', headers }));
  response
    .setHeaders(given.headers)
    .writeHead(given.status)
    .end(await given.text());
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
