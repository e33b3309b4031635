/** Entries of the audit trail as JSON Lines for programs and as CSV for spreadsheets. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { AuditEntry } from '../../journal/audit.ts';
import { toJson } from '../output.ts';

/** A JSON object per line. */
export function auditJsonLines(entries: AsyncIterable<AuditEntry>): Readable {
  const lines = async function* () {
    for await (const entry of entries) yield `${toJson(entry, 0)}\n`;
  };
  return Readable.from(lines());
}

const COLUMNS = [
  'seq',
  'time',
  'intact',
  'event',
  'actor',
  'clientId',
  'transactionId',
  'referenceNumber',
  'jobId',
  'started',
  'ended',
  'outcome',
  'tags',
  'gallerySize',
  'galleryVersion',
  'probes',
  'matches',
  'details',
] as const;

/** With a heading. Lists, and values without a column, are JSON in their cell. */
export function auditCsv(entries: AsyncIterable<AuditEntry>): Readable {
  const rows = Readable.from(entries).map((entry: AuditEntry) => {
    const { details, time, ...entryFields } = entry;
    const members: Record<string, unknown> = { ...details };
    const row: Record<string, unknown> = { ...entryFields, time: time.toISOString() };
    for (const column of COLUMNS)
      if (column in members) {
        row[column] = members[column];
        delete members[column];
      }
    row.details = members;
    return COLUMNS.map((column) => cell(row[column]));
  });
  // Callers' text must not become a spreadsheet formula.
  const csv = stringify({ header: true, columns: [...COLUMNS], escape_formulas: true });
  return rows.compose(csv) as Readable;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return toJson(value, 0);
  return String(value);
}
