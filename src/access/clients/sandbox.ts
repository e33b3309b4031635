/** Sandbox clients: their storage, and the outcomes that their calls may force. */
import {
  ERROR_CODES,
  type ErrorCode,
  InvalidArgument,
  JOB_ERRORS,
  type JobErrorCode,
} from '../../errors.ts';
import type { ClientSettings } from './client-settings.ts';

/** Begins the storage of every sandbox client, and of no other client. */
export const SANDBOX_STORAGE = 'sandbox-';

export const sandboxStorage = (storage: string): string =>
  storage.startsWith(SANDBOX_STORAGE) ? storage : SANDBOX_STORAGE + storage;

/** With success, with an error of the job, or with an error of the call. */
export type SandboxOutcome = 'success' | JobErrorCode | ErrorCode;

/** Whether it is an error of the call. */
export const endsCall = (outcome: SandboxOutcome): outcome is ErrorCode => outcome in ERROR_CODES;

export const OUTCOMES: readonly string[] = [
  ...['success', 'live=false', ...Object.keys(ERROR_CODES)],
  // Those of the account pages are no outcomes of calls.
  ...Object.keys(JOB_ERRORS).filter((code) => !code.startsWith('Wrong')),
];

/** The outcome that a call demands. @throws InvalidArgument unknown, or the client is no sandbox */
export function demandedOutcome(
  { sandbox }: Pick<ClientSettings, 'sandbox'>,
  given: unknown,
): { readonly outcome?: SandboxOutcome } {
  if (given === undefined || given === '') return {};
  if (!sandbox)
    throw new InvalidArgument('Sandbox-Outcome: only for clients with the setting sandbox');
  if (!OUTCOMES.includes(String(given)))
    throw new InvalidArgument(`Sandbox-Outcome: expected one of ${OUTCOMES.join(', ')}`);
  if (given === 'live=false') return { outcome: 'RejectedByPassiveLiveDetection' };
  return { outcome: given as SandboxOutcome };
}
