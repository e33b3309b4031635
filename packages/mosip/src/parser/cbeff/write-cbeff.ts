/** Writes a record of MOSIP's JSON as CBEFF XML, in the order of its schema. */

import {
  ABOUT,
  BLOCKS,
  ENTRY,
  KEY,
  type Kind,
  type Member,
  NAMESPACE,
  OTHERS,
  RECORD,
} from './members.ts';
import type { JsonRecord } from './read-cbeff.ts';

/** @param record with `segments`; a list of bytes is written as base64, what is null is not */
export function writeCbeff({ segments, ...about }: JsonRecord): string {
  const inner = (segments as readonly JsonRecord[]).map((segment) =>
    element(RECORD, membersText(segment, [...ABOUT, ...BLOCKS]) + othersText(segment.others)),
  );
  // The schema demands it.
  const own = membersText({ ...about, birInfo: about.birInfo ?? { integrity: false } }, ABOUT);
  const body = own + inner.join('') + othersText(about.others);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${RECORD} xmlns="${NAMESPACE}">${body}</${RECORD}>`;
}

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;

const membersText = (values: JsonRecord, members: readonly Member[]): string =>
  members
    .map(({ element: tag, name, kind }) => {
      const value = values[name];
      return value === undefined || value === null ? '' : element(tag, valueText(value, kind));
    })
    .join('');

function valueText(value: unknown, kind: Kind): string {
  if (typeof kind !== 'string') return membersText(value as JsonRecord, kind);
  if (Array.isArray(value))
    return kind === 'words'
      ? escaped(value.join(' '))
      : Buffer.from(value as number[]).toString('base64');
  const text = String(value);
  return escaped(kind === 'level' ? text[0] + text.slice(1).toLowerCase() : text);
}

function othersText(others: unknown): string {
  const entries = Object.entries((others ?? {}) as JsonRecord).map(
    ([key, value]) => `<${ENTRY} ${KEY}="${escaped(key)}">${escaped(String(value))}</${ENTRY}>`,
  );
  return entries.length === 0 ? '' : element(OTHERS, entries.join(''));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"\r\n\t]/g, (found) => ESCAPES[found]!);
