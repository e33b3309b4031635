/** Checks what a client is registered with. */
import { InvalidArgument } from '../errors.ts';
import { NAME } from '../storage/names.ts';
import { ACCOUNTS_NAME } from './accounts/user.ts';
import { type ClientSettings, DEFAULT_CLIENT_SETTINGS, type NewClient } from './client.ts';

const MAX_NAME_CHARACTERS = 256;
const MAX_FEATURE_VECTORS = 64;
const MAX_RETENTION_DAYS = 36_500;
const MAX_TOP_MATCHES = 100;

const FLAGS = [
  'thumbnails',
  'publicClient',
  'requireChallenge',
  'requireSecondFactor',
  'requireConsent',
  'debugEvidence',
] as const;

/** Schemes a redirect must never have: they run or show what the address itself holds. */
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);

/** @throws InvalidArgument naming the field */
export function checkNewClient(client: NewClient): void {
  for (const field of ['id', 'storage', 'partition'] as const)
    if (!NAME.test(client[field]))
      throw new InvalidArgument(`${field}: expected 1 to 64 letters, digits, "_" or "-"`);
  for (const field of ['id', 'storage'] as const)
    if (client[field] === ACCOUNTS_NAME)
      throw new InvalidArgument(`${field}: "${ACCOUNTS_NAME}" belongs to the accounts of people`);
  const { name, redirectUris = [], allowedOrigins = [] } = client;
  if (name.length < 1 || [...name].length > MAX_NAME_CHARACTERS || /\p{Cc}/u.test(name))
    throw new InvalidArgument(`name: expected 1 to ${MAX_NAME_CHARACTERS} printable characters`);
  for (const [index, uri] of redirectUris.entries())
    if (!isRedirectUri(uri))
      throw new InvalidArgument(`redirectUris[${index}]: expected an address without fragment`);
  for (const [index, origin] of allowedOrigins.entries())
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new InvalidArgument(
        `allowedOrigins[${index}]: expected an origin, https://host[:port]`,
      );
}

/** RFC 6749 section 3.1.2: absolute, without fragment. */
function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes('#')) return false;
  return !FORBIDDEN_SCHEMES.has(new URL(uri).protocol);
}

/** All settings, those not given from `base`. @throws InvalidArgument naming the field */
export function mergeSettings(
  given: Partial<ClientSettings>,
  base: ClientSettings = DEFAULT_CLIENT_SETTINGS,
): ClientSettings {
  const settings = { ...base, ...given };
  const { auditRetentionDays } = settings;
  const { falsePositiveIdentificationRate: rate, topMatches } = settings;
  const { falseMatchRate, maxFeatureVectors, retentionDays } = settings;
  const isWhole = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  for (const flag of FLAGS)
    if (typeof settings[flag] !== 'boolean')
      throw new InvalidArgument(`settings.${flag}: expected true or false`);
  if (!(falseMatchRate > 0 && falseMatchRate < 1))
    throw new InvalidArgument('settings.falseMatchRate: expected a number between 0 and 1');
  if (!(rate > 0 && rate < 1))
    throw new InvalidArgument(
      'settings.falsePositiveIdentificationRate: expected a number between 0 and 1',
    );
  if (!isWhole(topMatches, 1, MAX_TOP_MATCHES))
    throw new InvalidArgument(`settings.topMatches: expected 1 to ${MAX_TOP_MATCHES}`);
  if (!isWhole(maxFeatureVectors, 1, MAX_FEATURE_VECTORS))
    throw new InvalidArgument(`settings.maxFeatureVectors: expected 1 to ${MAX_FEATURE_VECTORS}`);
  if (!isWhole(retentionDays, 0, MAX_RETENTION_DAYS))
    throw new InvalidArgument(`settings.retentionDays: expected 0 to ${MAX_RETENTION_DAYS}`);
  if (auditRetentionDays !== undefined && !isWhole(auditRetentionDays, 1, MAX_RETENTION_DAYS))
    throw new InvalidArgument(`settings.auditRetentionDays: expected 1 to ${MAX_RETENTION_DAYS}`);
  checkMinimumQuality(settings.minimumQuality, isWhole);
  return settings;
}

/** Which names are measures is not known here: enrolment refuses what it cannot compute. */
function checkMinimumQuality(
  minimum: ClientSettings['minimumQuality'],
  isWhole: (value: number, least: number, most: number) => boolean,
): void {
  for (const [measure, score] of Object.entries(minimum))
    if (!/^[A-Za-z]{1,64}$/.test(measure) || !isWhole(score, 0, 100))
      throw new InvalidArgument(`settings.minimumQuality.${measure}: expected a score of 0 to 100`);
}
