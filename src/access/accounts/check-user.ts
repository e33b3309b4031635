/** Checks and normalizes names and addresses, where they enter and for comparison. */
import { MemberRefused } from '../../errors.ts';
import { isPrintableWithin } from '../../text/printable-text.ts';

const MAX_NAME_CHARACTERS = 64;
const MAX_EMAIL_CHARACTERS = 254;

/**
 * One `@`, a dot after it, and no white space. Characters that programs decode, or use to separate
 * addresses and names, are excluded. Only a message shows whether the address exists.
 */
const EMAIL =
  /^(?!.*=\?)[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"%\p{Cc}]+\.[^\s@.<>()[\]\\,;:"%\p{Cc}]+$/u;

/** The name as it is stored, in NFKC: a full-width "@" is an "@". @throws MemberRefused */
export function normalizeName(given: string): string {
  const name = given.normalize('NFKC');
  if (name.trim() !== name || !isPrintableWithin(name, MAX_NAME_CHARACTERS))
    throw new MemberRefused(
      'name',
      `expected 1 to ${MAX_NAME_CHARACTERS} printable characters without leading or trailing spaces`,
    );
  if (name.includes('@')) throw new MemberRefused('name', 'must not contain "@"');
  return name;
}

/** The address as it is stored, in NFKC. @throws MemberRefused */
export function normalizeEmail(given: string): string {
  const email = given.normalize('NFKC');
  if (given.length > MAX_EMAIL_CHARACTERS || !EMAIL.test(email))
    throw new MemberRefused('email', 'expected an e-mail address');
  return email;
}

/** Equal for names and addresses that people would mix up. */
export const identifierKey = (identifier: string): string =>
  identifier
    .trim()
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .toLowerCase();
