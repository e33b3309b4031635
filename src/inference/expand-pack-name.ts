/** Names that mean several packs together. */
import { PAD, PAD_PACKS } from './pad-packs.ts';
import { QUALITY, QUALITY_PACKS } from './quality-packs.ts';

/** The packs a command means by a name: all of `pad`, all of `iso-29794-5`, or the one of that name. */
export function expandPackName(name: string): readonly string[] {
  if (name === PAD) return PAD_PACKS.map((pack) => pack.name);
  if (name === QUALITY) return QUALITY_PACKS.map((pack) => pack.name);
  return [name];
}
