/** A way to a database that tests can cut, slow down, and lead elsewhere. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface Line {
  /** Address of the database by this way. */
  readonly url: string;
  /** Breaks every connection and takes no new ones. */
  cut(): void;
  /** Cuts itself when a statement holds this text. */
  cutAt(text: string): void;
  /** What passes takes so long; infinite: nothing does, and nobody is told. */
  slow(milliseconds: number): void;
  /** New connections end at another server. */
  lead(databaseUrl: string): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(databaseUrl: string): Promise<Line> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let whole = true;
  let last: string | undefined;
  let late = 0;
  const held = new Set<() => void>();
  const cut = () => {
    whole = false;
    last = undefined;
    for (const socket of sockets) socket.destroy();
  };
  const join = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    const slowly = new Transform({
      transform(bytes, _encoding, pass) {
        if (late === Number.POSITIVE_INFINITY) held.add(() => pass(null, bytes));
        else if (late > 0) setTimeout(pass, late, null, bytes);
        else pass(null, bytes);
      },
    });
    from.pipe(slowly).pipe(to);
  };
  const server = createServer((client) => {
    if (!whole) return void client.destroy();
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let sent = '';
    client.on('data', (bytes) => {
      if (last === undefined) return;
      // What the text began with may have come with the bytes of before.
      sent = sent.slice(1 - last.length) + bytes.toString('latin1');
      if (sent.includes(last)) cut();
    });
    join(client, upstream);
    join(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    cut,
    cutAt(text) {
      last = text;
    },
    slow(milliseconds) {
      late = milliseconds;
    },
    lead(databaseUrl) {
      target = new URL(databaseUrl);
    },
    mend() {
      whole = true;
      late = 0;
      for (const pass of held) pass();
      held.clear();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
