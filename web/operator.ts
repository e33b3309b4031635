/** The operator of the service. Loaded before a page is drawn. */
import { signal } from '@preact/signals';
import type { PasskeyUse } from '../src/access/accounts/accounts.ts';
import type { Operator as Said } from '../src/access/operator/operator.ts';
import { language, program } from './language.ts';
import { at } from './root.ts';

export interface Operator
  extends Omit<Said, 'logo' | 'colour' | 'consent' | 'passkeySignIn' | 'mailSignIn'> {
  /** Address of the image. */
  readonly logo: string;
  /** Whether there is a playground. */
  readonly playground: boolean;
  /** Where users may show passkeys. */
  readonly passkeys: PasskeyUse;
  /** Whether a link by mail opens a profile. */
  readonly mailSignIn: boolean;
  /** Host where administrators may sign in. Absent: only here. */
  readonly adminLogin?: string;
  /** How the program is called on the machine of the service. */
  readonly program: string;
}

export const operator = signal<Operator>({
  name: 'Prosopon',
  logo: '/icon.svg',
  playground: false,
  passkeys: 'none',
  mailSignIn: false,
  program: program.value,
});

/** Asks the service. Without a response, the operator is unknown. */
export async function loadOperator(): Promise<void> {
  const answer = await fetch(at('/operator.json')).catch(() => undefined);
  if (!answer?.ok) return;
  const found = await (answer.json() as Promise<Operator>).catch(() => undefined);
  if (found === undefined) return;
  operator.value = found;
  program.value = found.program;
}

/** A text in the user's language, in English, or in the first available. */
export function localised(texts: Readonly<Record<string, string>>): string | undefined {
  return texts[language.value] ?? texts.en ?? Object.values(texts)[0];
}
