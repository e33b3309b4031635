/** Checks the data of a registration, and normalizes names and addresses for comparison. */
import { MemberRefused } from '../../errors.ts';

const MAX_NAME_CHARACTERS = 64;
const MAX_EMAIL_CHARACTERS = 254;

/**
 * One `@`, a dot after it, and no white space. Characters that programs decode, or use to separate
 * addresses and names, are excluded. Only a message shows whether the address exists.
 */
const EMAIL =
  /^(?!.*=\?)[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"%\p{Cc}]+\.[^\s@.<>()[\]\\,;:"%\p{Cc}]+$/u;

/** @throws MemberRefused */
export function checkName(name: string): void {
  const trimmed = name.trim() === name && name.normalize('NFC') === name;
  const characters = [...name].length;
  if (!trimmed || characters < 1 || characters > MAX_NAME_CHARACTERS || /[\p{C}]/u.test(name))
    throw new MemberRefused(
      'name',
      `expected 1 to ${MAX_NAME_CHARACTERS} printable characters without leading or trailing spaces`,
    );
  if (name.includes('@')) throw new MemberRefused('name', 'must not contain "@"');
}

/** @throws MemberRefused */
export function checkEmail(email: string): void {
  const forms = [email, email.normalize('NFKC')];
  if (email.length > MAX_EMAIL_CHARACTERS || !forms.every((form) => EMAIL.test(form)))
    throw new MemberRefused('email', 'expected an e-mail address');
}

/** Equal for names and addresses that people would mix up. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFKC').toLowerCase();
