/**
 * Stands between a browser and the pages it loads where its driver tells nothing of what goes wrong
 * in them: each page gets a script, before its own, that reports that.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Addresses of its own, at every host. */
const SCRIPT = '/watching-proxy.js';
const REPORTS = '/watching-proxy-reports';

const WATCH = `
  const report = (text) => navigator.sendBeacon('${REPORTS}', String(text));
  addEventListener('error', ({ message, target }) => report(message ?? 'not loaded: ' + target.outerHTML), true);
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(violatedDirective + ' ' + blockedURI));
  const { error } = console;
  console.error = (...said) => { report(said.join(' ')); error(...said); };
`;

/** @param report called with each error of a script, and what the policy of a page has refused */
export async function startWatchingProxy(report: (text: string) => void) {
  const server = createServer(async (asked, answer) => {
    const { pathname } = new URL(asked.url!);
    if (pathname === SCRIPT) {
      answer.setHeader('content-type', 'text/javascript').end(WATCH);
    } else if (pathname === REPORTS) {
      report(Buffer.concat(await Array.fromAsync(asked as AsyncIterable<Buffer>)).toString());
      answer.end();
    } else forward(asked, answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { 'accept-encoding': _, ...headers } = asked.headers;
  const onward = request(asked.url!, { method: asked.method, headers }, async (got) => {
    const isPage = got.headers['content-type']?.startsWith('text/html');
    if (!isPage) {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
      return;
    }
    const page = Buffer.concat(await Array.fromAsync(got as AsyncIterable<Buffer>)).toString();
    const { 'content-length': __, ...kept } = got.headers;
    answer.writeHead(got.statusCode!, kept);
    answer.end(page.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}
