/** The template store: sealed templates, thumbnails and tags in SQL. */
import type { Database } from '../storage/database.ts';
import type { KeyRing } from '../storage/key-ring.ts';
import type { TemplateStore } from './template.ts';

export function createTemplateStore(_database: Database, _keyRing: KeyRing): TemplateStore {
  throw new Error('not yet');
}
