/** Names that mean several packs together. */
import { PAD, PAD_PACKS } from './pad-packs.ts';

/** The packs a command means by a name: all of `pad`, or the one of that name. */
export function expandPackName(name: string): readonly string[] {
  return name === PAD ? PAD_PACKS.map((pack) => pack.name) : [name];
}
