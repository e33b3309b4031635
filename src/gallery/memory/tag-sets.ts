/** The sets of tags that classes carry, by number: rows hold the number of theirs. */

export type TagSets = ReturnType<typeof createTagSets>;

export function createTagSets() {
  const numbers = new Map<string, number>();
  const sets: ReadonlySet<string>[] = [];
  return {
    /** Number of the set of these tags, which are sorted and unique. */
    numberOf(tags: readonly string[]) {
      // Tags hold no control characters.
      const key = tags.join('\n');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, sets.length);
      sets.push(new Set(tags));
      return sets.length - 1;
    },
    /** By number, 1: the set holds all of the wanted tags. */
    holding: (wanted: readonly string[]) =>
      Uint8Array.from(sets, (set) => (wanted.every((tag) => set.has(tag)) ? 1 : 0)),
  };
}
