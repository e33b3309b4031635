/** gRPC's health service for the names that are served. */
import { type Server, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';

/** Milliseconds between readiness checks. */
const INTERVAL = 500;
/** The process responds; it can serve, as does the empty name. */
const [LIVENESS, READINESS] = ['liveness', 'readiness'];

const METHODS = /^\/grpc\.health\.v1\.Health\/(Check|Watch)$/;

/** @param isReady never rejects @param services full names, also of aliases */
export function createHealth(isReady: () => Promise<boolean>, services: readonly string[]) {
  const names = new Set(['', LIVENESS!, READINESS!, ...services]);
  const health = new HealthImplementation();
  const set = (value: 'SERVING' | 'NOT_SERVING') => {
    for (const name of names) if (name !== LIVENESS) health.setStatus(name, value);
  };
  health.setStatus(LIVENESS!, 'SERVING');
  set('NOT_SERVING');
  let isStopping = false;
  const look = async () => {
    const ready = await isReady();
    if (!isStopping) set(ready ? 'SERVING' : 'NOT_SERVING');
  };
  void look();
  const timer = setInterval(() => void look(), INTERVAL);
  timer.unref();
  /** The library remembers every name that is watched, for good. */
  const interceptor: ServerInterceptor = ({ path }, inner) => {
    if (!METHODS.test(path)) return new ServerInterceptingCall(inner);
    return new ServerInterceptingCall(inner, {
      start: (next) =>
        next({
          onReceiveMessage(message: { readonly service: string }, next) {
            if (names.has(message.service)) next(message);
            else inner.sendStatus({ code: status.NOT_FOUND, details: 'no service of that name' });
          },
        }),
    });
  };
  return {
    addTo: (server: Server) => health.addToServer(server),
    interceptor,
    stop() {
      clearInterval(timer);
      isStopping = true;
      set('NOT_SERVING');
    },
  };
}
