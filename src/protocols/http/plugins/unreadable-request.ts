/** Answers bytes that are no HTTP request in the usual form, then closes the connection. */
import type { Socket } from 'node:net';

/** Error codes of Node's parser. Anything else is a malformed request. */
const STATUS: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
const MALFORMED = ['400 Bad Request', 'This is not an HTTP request.'] as const;

export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = STATUS[error.code ?? ''] ?? MALFORMED;
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 4 : 3;
  const body = JSON.stringify({ code, message, details: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\nContent-Length: ${body.length}\r\n` +
      `\r\n${body}`,
  );
}
