/** Days that rows of a client are kept: the limits, and what its stored settings say. */

export const MOST_DAYS = 36_500;
/** Of jobs, unless the client says otherwise or is gone. */
export const RETENTION_DAYS = 365;

/** Undefined: it says none, or nothing that is a number of days. */
export function storedDays(
  settings: string,
  name: 'retentionDays' | 'auditRetentionDays',
): number | undefined {
  const days: unknown = (JSON.parse(settings) as Record<string, unknown> | null)?.[name];
  return Number.isInteger(days) && (days as number) >= 0 && (days as number) <= MOST_DAYS
    ? (days as number)
    : undefined;
}
