/** What the service says is wrong with name or address of an account, in the language of the page. */
import { t } from '../language.ts';
import type { Refusal } from './service.ts';

export interface UserProblem {
  readonly name?: string;
  readonly email?: string;
}

/** Undefined: it is about neither. */
export function userProblem(refusal: Refusal | undefined): UserProblem | undefined {
  const { register } = t.value;
  if (refusal?.status !== 400) return undefined;
  if (refusal.message === 'name: is taken') return { name: register.nameTaken };
  if (refusal.message.startsWith('name:')) return { name: register.nameBad };
  return refusal.message.startsWith('email:') ? { email: register.emailBad } : undefined;
}
