/** The packs, and the names that stand for several. */

import { ModelError } from '../models/model-error.ts';
import { YUNET } from './detector-packs.ts';
import { MBF, MOBILEFACENET, RECOMMENDED } from './encoder-packs.ts';
import type { Pack } from './pack.ts';
import { PAD, PAD_PACKS } from './pad-packs.ts';

export const PACKS: readonly Pack[] = [YUNET, MBF, MOBILEFACENET, ...PAD_PACKS];

/** The pack of that name. @throws ModelError */
export function findPack(name: string): Pack {
  const found = PACKS.find((pack) => pack.name === name);
  if (found !== undefined) return found;
  const names = PACKS.map((pack) => pack.name).join(', ');
  throw new ModelError(`${name}: no model or pack of that name; packs are ${names}`);
}

/** The packs that a name stands for: several, or just that pack. */
export function expandPackName(name: string): readonly string[] {
  if (name === RECOMMENDED) return [MBF.name, YUNET.name];
  if (name === PAD) return PAD_PACKS.map((pack) => pack.name);
  return [name];
}
