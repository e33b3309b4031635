/** Days for which rows of a client are kept: limits, and the stored settings. */

export const MOST_DAYS = 36_500;
/** For jobs, unless the client sets another value or is gone. */
export const RETENTION_DAYS = 365;

/** Undefined: it has none, or an invalid one. */
export function storedDays(
  settings: string,
  name: 'retentionDays' | 'auditRetentionDays',
): number | undefined {
  const days: unknown = (JSON.parse(settings) as Record<string, unknown> | null)?.[name];
  return Number.isInteger(days) && (days as number) >= 0 && (days as number) <= MOST_DAYS
    ? (days as number)
    : undefined;
}
