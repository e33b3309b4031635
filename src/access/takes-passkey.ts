/** Which applications take a passkey for the face. */
import type { ClientSettings } from './client-settings.ts';

type Demands = Pick<
  ClientSettings,
  'passkeyInsteadOfFace' | 'requireChallenge' | 'requireSecondFactor' | 'suspiciousCapture'
>;

/** Not those that demand anything of the face, or more than one thing. */
export const takesPasskey = (demands: Demands): boolean =>
  demands.passkeyInsteadOfFace &&
  !demands.requireChallenge &&
  !demands.requireSecondFactor &&
  demands.suspiciousCapture !== 'refuse';
