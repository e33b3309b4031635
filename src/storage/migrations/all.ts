/** The steps that lead from an empty database to the present tables, the same for both kinds. */
import { ACCOUNTS } from './accounts.ts';
import { AUDIT_TRAIL } from './audit-trail.ts';
import { CLASS_CHANGES } from './class-changes.ts';
import { FIRST_TABLES } from './first-tables.ts';
import { GALLERY_KEYS } from './gallery-keys.ts';
import { IMAGE_LOOKS } from './image-looks.ts';
import type { Migration } from './migration.ts';
import { TASK_TOKENS } from './task-tokens.ts';

export const MIGRATIONS: readonly Migration[] = [
  FIRST_TABLES,
  AUDIT_TRAIL,
  ACCOUNTS,
  TASK_TOKENS,
  CLASS_CHANGES,
  GALLERY_KEYS,
  IMAGE_LOOKS,
];
