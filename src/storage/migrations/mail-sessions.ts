/** Sessions that began with a link by mail. */
import { sql } from 'kysely';
import type { Migration } from './migration.ts';
import { checkKinds, moveSessions } from './session-kinds.ts';

const KINDS = sql.raw(`'face', 'link', 'registration', 'passkey', 'mail'`);
const COLUMNS = sql.raw(
  'id, user_id, created, expires, kind, seal, second_factor, browser, network, last_seen',
);

export const MAIL_SESSIONS: Migration = {
  version: 23,
  name: 'sessions by mail',
  up: (bytes, kind) =>
    kind === 'sqlite'
      ? moveSessions('sessions_with_mail', KINDS, COLUMNS, bytes)
      : checkKinds(KINDS),
};
