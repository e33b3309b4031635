/** A span of time in words: `2 minutes 5 seconds`. */

/** @param locale such as `de-AT` */
export function spanText(seconds: number, locale: string): string {
  const parts = [
    { unit: 'minute', value: Math.floor(seconds / 60) },
    { unit: 'second', value: seconds % 60 },
  ].filter(({ unit, value }) => value > 0 || (unit === 'second' && seconds === 0));
  return parts
    .map(({ unit, value }) =>
      value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }),
    )
    .join(' ');
}
