/** Finds the name that a mistyped name probably meant. */

/** The name with the fewest insertions, deletions and replacements from `given`. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => editsBetween(given, a) - editsBetween(given, b))[0];
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
