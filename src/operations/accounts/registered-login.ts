/** Continues a login from which the user went to register. The enrolment showed their face. */
import { overtaken } from '../../access/accounts/sign-ins.ts';
import { ACCOUNTS } from '../../access/accounts/user.ts';
import type { ClientSettings } from '../../access/clients/client-settings.ts';
import type { Method } from '../../access/oauth/levels.ts';
import { PermissionDenied } from '../../errors.ts';
import { bcidOf } from '../context.ts';
import type { SignedIn } from './session-access.ts';
import { faceCountsUntil, type SignInParts, type StepResult } from './sign-in-steps.ts';

/**
 * Accepts the enrolment as the face step, because it included liveness and a drawn movement.
 * @param signedIn the session of the registration, in the browser of the login
 * @throws PermissionDenied the face was enrolled before this login began or outside a registration,
 *   or the application refuses suspicious cameras, which enrolments accept; Aborted the login went
 *   on elsewhere
 */
export async function passRegistered(
  parts: Pick<SignInParts, 'accounts' | 'templates'>,
  { user, session }: SignedIn,
  login: {
    readonly uid: string;
    readonly begun: Date;
    readonly expires: Date;
  },
  demanded: Pick<ClientSettings, 'requireSecondFactor' | 'suspiciousCapture'>,
): Promise<StepResult> {
  const { signIns } = parts.accounts;
  const face = await parts.templates.summary(bcidOf(ACCOUNTS, user.classId));
  const shown =
    session.kind === 'registration' && face !== undefined && face.enrolled >= login.begun;
  if (!shown || demanded.suspiciousCapture !== 'record')
    throw new PermissionDenied('Show your face.');
  const { uid } = login;
  const of = { userId: user.id, expires: login.expires };
  const expires = await faceCountsUntil(parts, of, demanded.requireSecondFactor, face.enrolled);
  const named = { identifier: user.name, userId: user.id, challenged: false, expires };
  const { browserId } = session;
  const known = await parts.accounts.browsers.has(user.id, browserId);
  const methods: readonly Method[] = [
    'face',
    'registration',
    ...(known ? ['browser' as const] : []),
  ];
  const signIn = await signIns.pass(uid, await signIns.begin(uid, named), methods);
  if (signIn === undefined) throw overtaken();
  return { passed: true, errors: [], signIn };
}
