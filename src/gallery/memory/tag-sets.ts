/** The sets of tags that classes carry, by number: rows hold the number of theirs. */

export type TagSets = ReturnType<typeof createTagSets>;

interface TagSet {
  readonly key: string;
  readonly tags: ReadonlySet<string>;
}

export function createTagSets() {
  const numbers = new Map<string, number>();
  const sets: (TagSet | undefined)[] = [];
  const free: number[] = [];
  return {
    /** Number of the set of these tags, which are sorted and unique. */
    numberOf(tags: readonly string[]) {
      // Tags hold no control characters.
      const key = tags.join('\n');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = free.pop() ?? sets.length;
      numbers.set(key, number);
      sets[number] = { key, tags: new Set(tags) };
      return number;
    },
    /** Forgets a set that no class carries any more. Another set reuses its number. */
    release(number: number) {
      numbers.delete(sets[number]!.key);
      sets[number] = undefined;
      free.push(number);
    },
    /** By number, 1: the set holds all of the wanted tags. */
    holding: (wanted: readonly string[]) =>
      Uint8Array.from(sets, (set) => (set && wanted.every((tag) => set.tags.has(tag)) ? 1 : 0)),
  };
}
