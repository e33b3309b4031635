/** Filters on the text of entries, for values without a column. */
import { type RawBuilder, sql } from 'kysely';
import type { AuditFilter } from './audit.ts';

const CLASS_ID = /^\d{1,19}$/;

/** Entries are canonical JSON, so each begins with its actor. */
const hasActor = (actor: string) => {
  const beginning = `{"actor":${JSON.stringify(actor)},`;
  return sql<boolean>`substr(entry, 1, ${sql.lit([...beginning].length)}) = ${beginning}`;
};

/** A member of that name and value, anywhere in it; quotes within texts are escaped. */
const hasMember = (name: string, value: string, ends: readonly string[] = ['']) =>
  sql<boolean>`(${sql.join(
    ends.map((end) => sql`entry like ${`%${literal(`"${name}":${value}${end}`)}%`} escape '!'`),
    sql` or `,
  )})`;

const literal = (text: string) => text.replace(/[!%_]/g, '!$&');

/** By class id or account id. Queries record the person as text, exactly as asked for. */
function isAbout(person: string): RawBuilder<boolean> {
  const classId = CLASS_ID.test(person) ? String(BigInt(person)) : undefined;
  const text = JSON.stringify(classId ?? person);
  const named =
    classId === undefined
      ? [hasMember('user', text)]
      : [hasMember('classId', classId, [',', '}']), hasMember('classId', text)];
  return sql<boolean>`(${sql.join([...named, hasMember('person', text)], sql` or `)})`;
}

export function textConditions({
  actor,
  person,
  network,
  looksOfOthers,
}: AuditFilter): RawBuilder<boolean>[] {
  return [
    ...(actor === undefined ? [] : [hasActor(actor)]),
    ...(person === undefined ? [] : [isAbout(person)]),
    // Queries by address use the member `network`, so they do not match as calls from there.
    ...(network === undefined ? [] : [hasMember('address', JSON.stringify(network))]),
    ...(looksOfOthers === undefined
      ? []
      : [sql<boolean>`not (event = 'query' and ${hasActor(looksOfOthers)})`]),
  ];
}
