/** Methods that applications accept in place of the face. */

import { ACR, type Instead } from '../oauth/levels.ts';
import type { ClientSettings } from './client-settings.ts';

type Demands = Pick<
  ClientSettings,
  'passkeyInsteadOfFace' | 'mailLinkInsteadOfFace' | 'requireSecondFactor' | 'suspiciousCapture'
>;

/** Methods that the request's `levels` allow (undefined: all), unless a face is demanded. */
export function insteadOfFace(demands: Demands, levels?: readonly string[]): Instead {
  const open = !demands.requireSecondFactor && demands.suspiciousCapture === 'record';
  const takes = (allowed: boolean, acr: string) =>
    open && allowed && levels?.includes(acr) !== false;
  return {
    passkey: takes(demands.passkeyInsteadOfFace, ACR.passkey),
    mail: takes(demands.mailLinkInsteadOfFace, ACR.mail),
  };
}
