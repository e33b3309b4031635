/** The service's objection to a member of a form, in the language of the page. */
import type { Refusal } from '../account/service.ts';
import { fill, t } from '../language.ts';
import type { SettingDescription } from './answers.ts';

/** Texts by name of the member. Entries of a list use the list's name. */
export type MemberProblems = Readonly<Record<string, string | undefined>>;

/**
 * Undefined: the refusal is about no member of a form.
 * @param lists entries as sent, so that the text can quote the faulty one
 */
export function memberProblems(
  refusal: Refusal | undefined,
  lists: Readonly<Record<string, readonly string[]>> = {},
): MemberProblems | undefined {
  const member = refusal?.member;
  if (member === undefined) return undefined;
  const [, name = '', index = ''] = /^(\w+)(?:\[(\d+)\])?$/.exec(member.field) ?? [];
  const problems: Readonly<Record<string, MemberProblems>> = t.value.admin.problems;
  const words = problems[name]?.[member.flaw];
  return words === undefined
    ? undefined
    : { [name]: fill(words, { value: lists[name]?.[Number(index)] ?? '' }) };
}

/** Describes the expected value of a setting after a refusal. */
export function settingProblem(
  refusal: Refusal | undefined,
  setting: SettingDescription,
): string | undefined {
  const isAbout = refusal?.member?.field === `settings.${setting.name}`;
  return isAbout ? wantedText(setting) : undefined;
}

/** Describes the expected value of a setting. */
export function wantedText({ schema }: SettingDescription): string {
  const { clients } = t.value.admin;
  const { type, items, minimum = '', maximum = '' } = schema;
  if (items?.enum !== undefined) return fill(clients.someOf, { values: items.enum.join(', ') });
  if (type === 'integer') return fill(clients.wholeNumber, { minimum, maximum });
  return type === 'number' ? clients.betweenNoneAndAll : clients.notAValue;
}
