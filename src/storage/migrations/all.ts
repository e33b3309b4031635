/** The steps that lead from an empty database to the present tables, the same for both kinds. */
import { ACCOUNTS } from './accounts.ts';
import { AUDIT_TRAIL } from './audit-trail.ts';
import { BEGUN_TRIES } from './begun-tries.ts';
import { BOUND_ROWS } from './bound-rows.ts';
import { CLASS_CHANGES } from './class-changes.ts';
import { FIRST_TABLES } from './first-tables.ts';
import { GALLERY_KEYS } from './gallery-keys.ts';
import { IMAGE_LOOKS } from './image-looks.ts';
import { JOB_SUSPICIONS } from './job-suspicions.ts';
import { KNOWN_BROWSERS } from './known-browsers.ts';
import type { Migration } from './migration.ts';
import { QUOTAS } from './quotas.ts';
import { REFUSED_COMPARISONS } from './refused-comparisons.ts';
import { SESSION_SECOND_FACTOR } from './session-second-factor.ts';
import { SIGN_IN_NONCES } from './sign-in-nonces.ts';
import { TASK_TOKENS } from './task-tokens.ts';

export const MIGRATIONS: readonly Migration[] = [
  FIRST_TABLES,
  AUDIT_TRAIL,
  ACCOUNTS,
  TASK_TOKENS,
  CLASS_CHANGES,
  GALLERY_KEYS,
  IMAGE_LOOKS,
  BEGUN_TRIES,
  BOUND_ROWS,
  SIGN_IN_NONCES,
  JOB_SUSPICIONS,
  SESSION_SECOND_FACTOR,
  REFUSED_COMPARISONS,
  KNOWN_BROWSERS,
  QUOTAS,
];
