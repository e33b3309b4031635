/** The account's part in the enrolment of a user's own face. */
import { Unauthenticated } from '../../errors.ts';
import type { KeyRing } from '../../sealing/keys.ts';
import type { TransactionStep } from '../../storage/database.ts';
import { hashToken } from '../one-time.ts';
import type { ConsentText } from '../operator/operator.ts';
import { endOtherSessions } from './sessions.ts';

export interface OwnFace {
  readonly userId: string;
  /** Session cookie of the browser in which the user showed the face. */
  readonly session: string;
  readonly consent: ConsentText;
}

/**
 * Writes the consent with the template, and ends other sessions. @throws Unauthenticated this
 * session has ended
 */
export function ownFaceEnrolled(
  { rows }: Pick<KeyRing, 'rows'>,
  { userId, session, consent }: OwnFace,
): TransactionStep {
  return async (trx) => {
    const given = new Date().toISOString();
    const found = await trx
      .selectFrom('account_sessions')
      .selectAll()
      .where('id', '=', hashToken(session))
      .where('user_id', '=', userId)
      .where('expires', '>', given)
      .executeTakeFirst();
    const holds = found && rows.findValid('account_sessions', found);
    if (holds === undefined) throw new Unauthenticated('the session has ended meanwhile');
    const { version, language, text } = consent;
    await rows.insert(trx, 'face_consents', { user_id: userId, given, version, language, text });
    await endOtherSessions(trx, userId, session);
  };
}
