/** JSON types of the service's responses to administrators. */
import type * as roles from '../../src/access/accounts/role.ts';
import type { CreatedClient } from '../../src/access/clients/client.ts';
import type * as settings from '../../src/access/clients/client-settings.ts';
import type { AnswerOf, Wire } from '../../src/contract/wire.ts';
import type * as audit from '../../src/journal/audit.ts';
import type { Bookkeeping, RecordedJob } from '../../src/journal/bookkeeping.ts';
import type * as clients from '../../src/operations/admin/administer-clients.ts';
import type { administerUsers } from '../../src/operations/admin/administer-users.ts';
import type * as users from '../../src/operations/admin/administration.ts';
import type { describeJob } from '../../src/operations/admin/describe-job.ts';
import type * as people from '../../src/operations/admin/enrolled-people.ts';
import type { listRefusedClasses } from '../../src/operations/admin/refused-classes.ts';
import type { AuditedMatch } from '../../src/operations/search/audit-search.ts';
import type { findSomeDuplicates } from '../../src/operations/search/find-duplicates.ts';
import type * as service from '../../src/protocols/http/admin/service-answers.ts';
import type { Deliveries } from '../../src/webhooks/deliveries.ts';
import type * as registry from '../../src/webhooks/registry.ts';

export type ClassId = Wire<bigint>;

export type SettingDescription = Wire<settings.SettingDescription>;
export type Client = AnswerOf<typeof clients.listClients>[number];
export type ClientDetails = AnswerOf<typeof clients.describeClient>;
/** Shown once. Absent members are not new. */
export type Credentials = Pick<CreatedClient, 'id'> &
  Partial<Pick<CreatedClient, 'key' | 'keyId' | 'secret'>>;

export type Role = roles.Role;
type UserChanges = ReturnType<typeof administerUsers>;
export type OneTimeLink = AnswerOf<UserChanges['link']> & Pick<Account, 'name'>;
/** Includes the link if it was not mailed. */
export type MadeUser = AnswerOf<UserChanges['invite']> & Pick<Account, 'id' | 'name'>;
export type UserPage = AnswerOf<typeof users.findUsers>;
export type Account = UserPage['users'][number];

export type TemplatePage = AnswerOf<typeof people.findPeople>;
export type Template = TemplatePage['templates'][number];
export type Person = AnswerOf<typeof people.describePerson>;
export type PersonThumbnail = AnswerOf<typeof people.personThumbnails>[number];
export type Duplicates = AnswerOf<typeof findSomeDuplicates>;
export type RefusedClass = AnswerOf<typeof listRefusedClasses>[number];

export type Job = Wire<RecordedJob>;
export type JobStatus = Job['status'];
export type Figures = AnswerOf<Bookkeeping['statistics']>[number];
export type FailureReport = AnswerOf<Bookkeeping['failures']>;

export type AuditEntry = Omit<Wire<audit.AuditEntry>, 'details'> & {
  readonly details: Readonly<Record<string, unknown>>;
};
export type JobDetails = Omit<AnswerOf<typeof describeJob>, 'entries'> & {
  readonly entries: readonly AuditEntry[];
};
export type AuditReport = AnswerOf<typeof service.auditReport>;

export type Webhook = Wire<registry.Webhook>;
export type WebhookSecret = AnswerOf<registry.WebhookRegistry['rotateSecret']> &
  Pick<Webhook, 'url'>;
export type TriedWebhook = AnswerOf<typeof service.triedWebhook>;
export type WebhookMessage = AnswerOf<Deliveries['messages']>[number];
export type EventDescription = AnswerOf<typeof service.eventDescriptions>[number];

export type Candidate = Wire<AuditedMatch>;
