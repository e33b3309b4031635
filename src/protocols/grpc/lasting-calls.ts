/** Calls that stay open for days: watching health, or reflection. */
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { OPEN_SERVICES } from './definitions.ts';

/** `end` ends all of them with UNAVAILABLE. Otherwise they would keep a closing server open. */
export function createLastingCalls() {
  const open = new Set<() => void>();
  const interceptor: ServerInterceptor = (method, inner) => {
    if (!method.responseStream || !OPEN_SERVICES.test(method.path))
      return new ServerInterceptingCall(inner);
    const end = () => inner.sendStatus({ code: status.UNAVAILABLE, details: 'The service stops.' });
    const forget = () => void open.delete(end);
    open.add(end);
    return new ServerInterceptingCall(inner, {
      start: (next) => next({ onCancel: forget }),
      sendStatus(answer, next) {
        forget();
        next(answer);
      },
    });
  };
  const end = () => {
    for (const each of open) each();
    open.clear();
  };
  return { interceptor, end };
}
