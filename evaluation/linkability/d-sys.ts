/** How well a score tells the records of one person from those of two. */

/**
 * D↔sys of Gomez-Barrero and others (General Framework to Evaluate Unlinkability in Biometric
 * Template Protection Systems, IEEE TIFS 13, 2018) with ω = 1: 0 no pair can be linked, 1 all can.
 * @param mated scores between records of one person
 */
export function linkability(mated: readonly number[], nonMated: readonly number[]): number {
  const all = [...mated, ...nonMated];
  const least = all.reduce((a, b) => Math.min(a, b));
  const width = all.reduce((a, b) => Math.max(a, b)) - least;
  const bins = Math.max(1, Math.min(100, Math.round(mated.length / 10)));
  const shares = (scores: readonly number[]) => {
    const counts = new Float64Array(bins);
    for (const score of scores)
      counts[Math.min(bins - 1, Math.floor(((score - least) / (width || 1)) * bins))]!++;
    return counts.map((count) => count / scores.length);
  };
  const [same, other] = [shares(mated), shares(nonMated)];
  return same.reduce((sum, share, bin) => {
    const ratio = share / other[bin]!;
    // Beyond any ratio, D is 1; up to 1 it is 0.
    const local = other[bin] === 0 ? 1 : Math.max(0, (2 * ratio) / (1 + ratio) - 1);
    return share === 0 ? sum : sum + local * share;
  }, 0);
}
