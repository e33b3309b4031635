/** Finds the name that a mistyped name probably meant. */

/** The name with the fewest insertions, deletions and replacements from `given`. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => editsBetween(given, a) - editsBetween(given, b))[0];
}

/** Letters that two names have to share at the beginning to be the same with two slips. */
const SHARED = 3;
/** From so many letters on, a name may have three slips. */
const LONG = 10;

/** The name that `given` probably means; undefined: it means something else. */
export function mistyped(given: string, names: readonly string[]): string | undefined {
  const near = names.filter((name) => {
    if (given.startsWith(`${name}_`) || name.startsWith(`${given}_`)) return true;
    const slips = editsBetween(given, name);
    if (given.slice(0, SHARED) !== name.slice(0, SHARED)) return slips <= 1;
    return slips <= (name.length < LONG ? 2 : 3);
  });
  return nearest(given, near);
}

/** Levenshtein's distance, by Wagner and Fischer's table, row by row. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...a].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...b].entries())
      next.push(
        Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + Number(letter !== other)),
      );
    row = next;
  }
  return row[b.length]!;
}
