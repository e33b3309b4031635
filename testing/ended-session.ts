/** A liveness session that has ended without a camera, for those who verify its result. */
import type { LivenessSessions } from '../src/access/liveness-sessions/liveness-sessions.ts';

/** Ends it, and returns the result that its client reads. */
export async function endSession(sessions: LivenessSessions, id: string): Promise<string> {
  const session = await sessions.find(id);
  if (session === undefined) throw new Error(`there is no session ${id}`);
  const claims = { decision: 'succeeded', reason: null, match: null };
  const result = await sessions.results.sign(session, claims);
  await sessions.end(id, { ended: 'succeeded', result }, async () => {});
  return result;
}
