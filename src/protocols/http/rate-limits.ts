/** Rates: how often an address or a client may call, and an address may fail to log in. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ResourceExhausted } from '../../errors.ts';
import type { HttpLimits } from './parts.ts';

/** Counts the request. @throws ResourceExhausted the rate is used up */
type Count = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
  readonly request: Count;
  /** Of an authenticated request. */
  readonly client: Count;
  readonly failedAuthentication: Count;
}

/** Makes the counters; to be called after `registerRateLimits` has loaded. */
export function createRateLimits(app: FastifyInstance, limits: HttpLimits): RateLimits {
  const caller = ({ job, application }: FastifyRequest) => job?.client.id ?? application?.id ?? '';
  const counter = (max: number, keyGenerator?: (request: FastifyRequest) => string): Count => {
    const check = app.createRateLimit({
      max,
      timeWindow: '1 minute',
      ...(keyGenerator === undefined ? {} : { keyGenerator }),
    });
    return async (request) => {
      const state = await check(request);
      if (!state.isAllowed && state.isExceeded)
        throw new ResourceExhausted('Too many requests; try again later.', state.ttlInSeconds);
    };
  };
  return {
    request: counter(limits.requestsPerAddress),
    client: counter(limits.requestsPerClient, caller),
    failedAuthentication: counter(limits.failedAuthentications),
  };
}

export function registerRateLimits(app: FastifyInstance): void {
  app.register(rateLimit, { global: false });
}
