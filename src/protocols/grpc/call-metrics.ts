/** Counts every call of an operation when it ends, for `/metrics`. */
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import type { Metrics } from '../metrics.ts';
import { OPEN_SERVICES } from './definitions.ts';

export function countCalls(metrics: Metrics): ServerInterceptor {
  return (method, inner) => {
    if (OPEN_SERVICES.test(method.path)) return new ServerInterceptingCall(inner);
    const started = performance.now();
    let counted = false;
    const count = (code: status) => {
      if (counted) return;
      counted = true;
      const labels = { method: method.path.slice(1), status: status[code] };
      metrics.grpcCall(labels, (performance.now() - started) / 1000);
    };
    // The library itself ends late and oversized calls. It only reports that they ended.
    const ended = () =>
      count(
        Number(inner.getDeadline()) <= Date.now() ? status.DEADLINE_EXCEEDED : status.CANCELLED,
      );
    return new ServerInterceptingCall(inner, {
      start: (next) => next({ onCancel: ended }),
      sendStatus(answer, next) {
        count(answer.code);
        next(answer);
      },
    });
  };
}
