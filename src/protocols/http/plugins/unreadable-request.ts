/** Answers bytes that are no HTTP request in the usual form, then closes the connection. */
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

const MALFORMED = ['400 Bad Request', 'This is not an HTTP request.'] as const;

/** @param requestTimeout milliseconds for a whole request; Node.js gives headers a minute of it */
export function answerUnreadable(requestTimeout: number) {
  /** By the code of Node's error. */
  const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
    HPE_HEADER_OVERFLOW: [
      '431 Request Header Fields Too Large',
      `The request headers are larger than ${maxHeaderSize / 1024} KB; send shorter ones.`,
    ],
    ERR_HTTP_REQUEST_TIMEOUT: [
      '408 Request Timeout',
      `The request took longer than ${requestTimeout / 1000} seconds to arrive, or its headers ` +
        'longer than 60; send less, or over a faster connection.',
    ],
  };
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) socket.destroy();
    else write(socket, refusals[error.code ?? ''] ?? MALFORMED, error);
  };
}

function write(
  socket: Socket,
  [status, message]: readonly [string, string],
  error: { readonly code?: string },
): void {
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 4 : 3;
  const body = JSON.stringify({ code, message, details: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\nContent-Length: ${body.length}\r\n` +
      `\r\n${body}`,
  );
}
