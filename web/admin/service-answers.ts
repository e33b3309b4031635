/** What the service answers of itself, in the types of JSON: is it well, what is loaded, and where. */
import type { AnswerOf } from '../../src/contract/wire.ts';
import type * as service from '../../src/protocols/http/admin/service-answers.ts';

export type HealthReport = AnswerOf<typeof service.healthReport>;
export type Need = HealthReport['needs'][number];

export type ServiceStatus = AnswerOf<typeof service.serviceStatus>;
/** One part of a gallery that several processes hold. */
