/** An application's receiver of webhooks: a real server that checks signatures by the standard's own library. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly id: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How it answers: a status, or whatever it does with the answer. */
export type Answering = number | ((answer: ServerResponse, received: Received) => void);

export async function startReceiver() {
  const received: Received[] = [];
  let answering: Answering = 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { headers, url: path = '' } = request;
      const one = { id: String(headers['webhook-id']), path, headers, body };
      received.push(one);
      if (typeof answering === 'function') return answering(response, one);
      response.writeHead(answering).end('thank you');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    /** Forgets what it has received, and answers like this from now on. */
    answers(next: Answering) {
      received.length = 0;
      answering = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** What the message says. @throws WebhookVerificationError it is not from whoever has the secret */
export const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
