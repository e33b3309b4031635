/** The packs known by name: their files, and known facts and gaps about them. */
import { YUNET } from './detector-packs.ts';
import { MBF, MOBILEFACENET } from './encoder-packs.ts';
import type { Pack } from './pack-schema.ts';
import { PAD_PACKS } from './pad-packs.ts';

export const KNOWN_PACKS: readonly Pack[] = [YUNET, MBF, MOBILEFACENET, ...PAD_PACKS];
