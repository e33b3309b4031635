/** The service's objection to a name or address, in the language of the page. */
import { t } from '../language.ts';
import type { Refusal } from './service.ts';

export interface UserProblem {
  readonly name?: string;
  readonly email?: string;
}

/** Undefined: it is about neither. */
export function userProblem(refusal: Refusal | undefined): UserProblem | undefined {
  const { register } = t.value;
  const { field, flaw } = refusal?.member ?? {};
  if (field === 'name') return { name: flaw === 'taken' ? register.nameTaken : register.nameBad };
  return field === 'email' ? { email: register.emailBad } : undefined;
}
