/** Names that mean several packs together. */
import { YUNET } from './detector-packs.ts';
import { PAD, PAD_PACKS } from './pad-packs.ts';
import { RECOMMENDED, RECOMMENDED_PACKS } from './recommended-packs.ts';

/** The packs a command means by a name: those of a name that stands for several, or the one. */
export function expandPackName(name: string): readonly string[] {
  if (name === RECOMMENDED) return [...RECOMMENDED_PACKS, YUNET].map((pack) => pack.name);
  if (name === PAD) return PAD_PACKS.map((pack) => pack.name);
  return [name];
}
