/** Settings that give up protection, for the checks that list them. */
import type { ClientSettings } from './client-settings.ts';

const LOOSE: readonly ((settings: ClientSettings) => string | false)[] = [
  ({ faceAlone }) => faceAlone && 'faceAlone=true',
  ({ requirePkce }) => !requirePkce && 'requirePkce=false',
  ({ mirroredCaptures }) => mirroredCaptures && 'mirroredCaptures=true',
  ({ jwtLifetimeMinutes: minutes }) => minutes > 60 && `jwtLifetimeMinutes=${minutes}`,
  ({ failedVerifications }) => failedVerifications === 0 && 'failedVerifications=0',
  ({ enrolCovered }) => enrolCovered && 'enrolCovered=true',
];

/** Each as `name=value`. Empty: none. */
export const looseSettings = (settings: ClientSettings): readonly string[] =>
  LOOSE.map((find) => find(settings)).filter((found) => found !== false);
