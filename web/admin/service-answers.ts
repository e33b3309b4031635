/** JSON types of the service's responses about itself: state, loaded parts, places. */
import type { AnswerOf } from '../../src/contract/wire.ts';
import type * as service from '../../src/protocols/http/admin/service-answers.ts';

export type HealthReport = AnswerOf<typeof service.healthReport>;
export type Need = HealthReport['needs'][number];

export type ServiceStatus = AnswerOf<typeof service.serviceStatus>;
/** One part of a gallery held by several processes. */
