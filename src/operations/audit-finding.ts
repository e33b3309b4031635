/** Templates that fail their check where no job asked for them: logged and written to the trail. */
import type { AuditTrail } from '../journal/audit-trail.ts';
import type { TemplateCorrupted } from '../templates/template.ts';
import type { BackgroundLog } from './background.ts';

/** Does not wait: the finder goes on without it. */
export function reportCorrupted(
  audit: Pick<AuditTrail, 'append'>,
  log: BackgroundLog,
  { bcid, message }: TemplateCorrupted,
): void {
  log.error({ storage: bcid.storage, partition: bcid.partition }, message);
  const details = { operation: 'gallery', ...bcid };
  audit
    .append({ event: 'template-corrupted', actor: 'service', details })
    .catch((err: unknown) => log.error({ err }, 'a finding was not written to the audit trail'));
}
