/** The packs known by name, and the names that stand for several. */
import { YUNET } from './detector-packs.ts';
import { MBF, MOBILEFACENET, RECOMMENDED } from './encoder-packs.ts';
import type { Pack } from './pack-schema.ts';
import { PAD, PAD_PACKS } from './pad-packs.ts';

export const KNOWN_PACKS: readonly Pack[] = [YUNET, MBF, MOBILEFACENET, ...PAD_PACKS];

/** The packs that a name stands for: several, or just that pack. */
export function expandPackName(name: string): readonly string[] {
  if (name === RECOMMENDED) return [MBF.name, YUNET.name];
  if (name === PAD) return PAD_PACKS.map((pack) => pack.name);
  return [name];
}
