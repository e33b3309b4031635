/** Names that stand for several packs. */
import { YUNET } from './detector-packs.ts';
import { MBF, RECOMMENDED } from './encoder-packs.ts';
import { PAD, PAD_PACKS } from './pad-packs.ts';

/** The packs that a name stands for: several, or just that pack. */
export function expandPackName(name: string): readonly string[] {
  if (name === RECOMMENDED) return [MBF.name, YUNET.name];
  if (name === PAD) return PAD_PACKS.map((pack) => pack.name);
  return [name];
}
