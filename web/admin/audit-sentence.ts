/** An entry of the audit trail as a sentence: who did what to whom. */
import { fill, formatNumber, formatTime, language, t } from '../language.ts';
import type { AuditEntry, Candidate, ClassId } from './answers.ts';
import { KINDS } from './audit-kinds.ts';
import { decisionText } from './decision.ts';

/** Details that sentences name. Absent details are missing. */
interface Details {
  readonly change?: string;
  readonly what?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly gallerySize?: number;
  readonly probes?: readonly string[];
  readonly matches?: readonly (readonly Candidate[])[];
  readonly made?: string;
  readonly [other: string]: unknown;
}

/** Placeholder for the actor's name. It occurs in no text. */
const WHO = '\ue000';

/** A sentence that marks where a freely chosen name ends. */
export interface Sentence {
  readonly before: string;
  /** Undefined: it names nobody. */
  readonly who: string | undefined;
  readonly after: string;
}

export function sentenceOf(entry: AuditEntry): Sentence {
  const [before = '', ...rest] = filledOf(entry).split(WHO);
  if (rest.length === 0) return { before, who: undefined, after: '' };
  return { before, who: whoIs(entry.actor, entry.clientId), after: rest.join('') };
}

function filledOf(entry: AuditEntry): string {
  const { event, details } = entry;
  const { change, what, gallerySize }: Details = details;
  const none = event === 'search' && gallerySize === undefined;
  const special = none ? 'of nobody' : (change ?? what);
  const kind = KINDS[`${event} ${special}`] ?? KINDS[event];
  if (kind === undefined) return event;
  const text = language.value === 'de' ? kind.de : kind.en;
  return fill(text, valuesOf(entry));
}

/** Classes found by a search, best first, for whichever image. */
export const candidatesOf = ({ details }: AuditEntry): readonly Candidate[] =>
  ((details as Details).matches ?? []).flat();

function valuesOf({ clientId, event, details }: AuditEntry) {
  const { sentences } = t.value.admin.audit;
  const { query = {}, ...further }: Details = details;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...query, ...further }))
    values[name] = value === null ? sentences.standard : String(value as ClassId);
  return {
    ...values,
    who: WHO,
    client: clientId ?? query.client ?? sentences.someClient,
    user: values.user ?? '–',
    ...(event === 'by-hand' && { outcome: decisionText(values.outcome ?? '') }),
    ...(further.made !== undefined && { made: formatTime(further.made) }),
    ...(event === 'search' && searchValues(further)),
  };
}

function searchValues({ gallerySize = 0, probes = [], matches = [] }: Details) {
  const { sentences } = t.value.admin.audit;
  const identified = matches.flat().filter((candidate) => candidate.identified);
  const found = [...new Set(identified.map(({ classId }) => String(classId)))];
  const count = probes.length;
  return {
    people: formatNumber(gallerySize, 0),
    pictures: count === 1 ? sentences.onePicture : fill(sentences.pictures, { count }),
    found:
      identified.length === 0
        ? sentences.nobody
        : fill(sentences.identified, { names: found.join(', '), count: found.length }),
  };
}

function whoIs(actor: string, clientId: string | undefined): string {
  const { sentences } = t.value.admin.audit;
  const [, kind, name = ''] = /^(account|cli):(.*)$/s.exec(actor) ?? [];
  if (kind === 'account') return name;
  if (kind === 'cli') return fill(sentences.commandLine, { name });
  if (actor === 'the user') return sentences.owner;
  if (actor === 'service') return sentences.service;
  return actor === clientId ? fill(sentences.client, { name: actor }) : actor;
}
