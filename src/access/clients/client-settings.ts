/** The settings of a client, one record each. Everything else about a setting derives from it. */
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { MemberRefused } from '../../errors.ts';
import { MOST_DAYS, RETENTION_DAYS } from '../../storage/stored-days.ts';
import { LIVENESS_LEVELS } from './liveness-levels.ts';
import { CALLABLE, FLAG, oneOf, RATE, SCORES, whole } from './setting-kinds.ts';

interface ClientSetting {
  readonly schema: TSchema;
  /** The expected value, in words. */
  readonly expected: string;
  /** The default. Absent: no default, which the label explains. */
  readonly standard?: unknown;
  /** Its effect, in words. */
  readonly label: string;
}

/** All settings. */
export const CLIENT_SETTINGS = {
  allowedOperations: {
    ...CALLABLE,
    label: 'operations the client may call; absent: all',
  },
  auditRetentionDays: {
    ...whole(1, MOST_DAYS),
    label: 'days to keep audit entries; absent: no limit',
  },
  challengeAsText: {
    ...FLAG,
    standard: false,
    label:
      'the claim `challenge` of task tokens is JSON text, as capture apps of the interface read it',
  },
  enrolCovered: {
    ...FLAG,
    standard: false,
    label:
      'enrol faces whose eyes, or mouth and nose, are covered; covered faces then have to match more closely',
  },
  faceAlone: {
    ...FLAG,
    standard: false,
    label:
      'OAuth: the face alone suffices from a browser that is not known; whoever can inject pictures into a camera then logs in with a portrait',
  },
  failedVerifications: {
    ...whole(0, 1000),
    standard: 30,
    label:
      'refused comparisons per class and hour, over all clients; 0: no limit, for evaluation only',
  },
  falseMatchRate: {
    ...RATE,
    standard: 0.0001,
    label: 'false-match rate of verification',
  },
  falsePositiveIdentificationRate: {
    ...RATE,
    standard: 0.003,
    label: 'share of searches for people who are not enrolled that may name a class',
  },
  jwtLifetimeMinutes: {
    ...whole(1, 1440),
    standard: 60,
    label: 'longest life of a JWT that the client signs, in minutes',
  },
  leastLiveness: {
    ...oneOf(...LIVENESS_LEVELS),
    standard: 'passive',
    label:
      'least proof of liveness accepted: passive (one image, only stops crude attacks), video (or two images), motion (two images, the head moved), challenge (the head moved as asked)',
  },
  livenessSessions: {
    ...FLAG,
    standard: false,
    label: 'the client may create liveness sessions, whose results are signed',
  },
  mailLinkInsteadOfFace: {
    ...FLAG,
    standard: false,
    label:
      'OAuth: users may log in by a mailed link instead of the face, unless a second factor or an unsuspicious camera is required',
  },
  maxFeatureVectors: {
    ...whole(1, 64),
    standard: 16,
    label: 'most feature vectors a template keeps',
  },
  mirroredCaptures: {
    ...FLAG,
    standard: false,
    label: 'its live images are mirrored: left and right in challenges swap',
  },
  minimumQuality: {
    ...SCORES,
    standard: Object.freeze({}) as Readonly<Record<string, number>>,
    label: 'scores that an image must reach to be enrolled',
  },
  passkeyInsteadOfFace: {
    ...FLAG,
    standard: false,
    label:
      'OAuth: users may log in by a passkey instead of the face, unless a second factor or an unsuspicious camera is required',
  },
  publicClient: {
    ...FLAG,
    standard: false,
    label: 'OAuth: an app or page that cannot keep a secret; it has none and always uses PKCE',
  },
  rejectDuplicates: {
    ...FLAG,
    standard: false,
    label: 'refuse to enrol a face that a search would identify as another class',
  },
  requireConsent: {
    ...FLAG,
    standard: false,
    label: 'enrol with a consent reference only, and search only templates that have one',
  },
  requirePkce: {
    ...FLAG,
    standard: true,
    label:
      'OAuth: logins need PKCE (S256); turn it off only for applications that cannot send PKCE',
  },
  requireSecondFactor: {
    ...FLAG,
    standard: false,
    label: 'OAuth: logins also need a second factor (code or passkey)',
  },
  retentionDays: {
    ...whole(0, MOST_DAYS),
    standard: RETENTION_DAYS,
    label: 'days to keep jobs',
  },
  revealChallenges: {
    ...oneOf('with-token', 'when-attempt-begins'),
    standard: 'with-token',
    label: 'when the holder of a task token learns the challenge of an attempt',
  },
  sandbox: {
    ...FLAG,
    standard: false,
    label:
      'for tests, only when the client is created: storage of its own, and calls force outcomes (`Sandbox-Outcome`)',
  },
  suspiciousCapture: {
    ...oneOf('record', 'refuse-likely', 'refuse'),
    standard: 'record',
    label:
      'samples and logins with a suspicious camera: record it, refuse all, or refuse only where injected pictures are likely; refusing includes those that say nothing about their camera',
  },
  thumbnails: {
    ...FLAG,
    standard: true,
    label: 'keep thumbnails of enrolled samples, which encoder upgrades need',
  },
  topMatches: {
    ...whole(1, 100),
    standard: 10,
    label: 'classes in a search for the best matches',
  },
} as const satisfies Readonly<Record<string, ClientSetting>>;

type Settings = typeof CLIENT_SETTINGS;
export type SettingName = keyof Settings;
type Kept<T> = T extends readonly (infer Item)[] ? readonly Item[] : Readonly<T>;
type Value<Name extends SettingName> = Kept<Static<Settings[Name]['schema']>>;
type Standing = {
  [Name in SettingName]: Settings[Name] extends { readonly standard: unknown } ? Name : never;
}[SettingName];

/** All settings of a client. Settings without a default may be absent. */
export type ClientSettings = { readonly [Name in Standing]: Value<Name> } & {
  readonly [Name in Exclude<SettingName, Standing>]?: Value<Name>;
};

/** Settings to change. Null resets to the default, or removes. */
export type SettingChanges = { readonly [Name in SettingName]?: Value<Name> | null };

export const SETTING_NAMES = Object.keys(CLIENT_SETTINGS) as readonly SettingName[];

const settingOf = (name: SettingName): ClientSetting => CLIENT_SETTINGS[name];

const VALIDATORS = new Map<string, Validator>(
  SETTING_NAMES.map((name) => [name, Compile(settingOf(name).schema)]),
);

export const DEFAULT_CLIENT_SETTINGS = Object.freeze(
  Object.fromEntries(
    SETTING_NAMES.map((name) => [name, settingOf(name).standard]).filter(
      ([, standard]) => standard !== undefined,
    ),
  ),
) as ClientSettings;

/** Description of a setting for pages. */
export interface SettingDescription extends Pick<ClientSetting, 'label' | 'standard'> {
  readonly name: SettingName;
  /** JSON schema of the value. */
  readonly schema: {
    readonly type?: string;
    readonly items?: { readonly enum?: readonly string[] };
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

export const DESCRIBED_SETTINGS: readonly SettingDescription[] = SETTING_NAMES.map((name) => {
  const { label, schema, standard } = settingOf(name);
  return { name, label, schema, standard };
});

/** @throws MemberRefused unknown setting, or invalid value */
export function checkSetting(name: string, value: unknown): void {
  const validator = VALIDATORS.get(name);
  if (validator === undefined)
    throw new MemberRefused(
      `settings.${name}`,
      `there is no such setting; there are ${SETTING_NAMES.join(', ')}`,
    );
  if (value !== null && !validator.Check(value))
    throw new MemberRefused(
      `settings.${name}`,
      `expected ${settingOf(name as SettingName).expected}`,
    );
}

/** All settings. Missing ones come from `base`. @throws MemberRefused */
export function mergeSettings(
  changes: SettingChanges,
  base: ClientSettings = DEFAULT_CLIENT_SETTINGS,
): ClientSettings {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkSetting(name, value);
  return settled({ ...base, ...Object.fromEntries(given) });
}

/** The stored settings. The row is sealed, so they were valid; what is no setting any more is dropped. */
export function readSettings(stored: string): ClientSettings {
  const known = Object.entries(JSON.parse(stored) as object);
  return settled(Object.fromEntries(known.filter(([name]) => VALIDATORS.has(name))));
}

function settled(values: Readonly<Record<string, unknown>>): ClientSettings {
  const given = Object.entries(values).filter(([, value]) => (value ?? undefined) !== undefined);
  return { ...DEFAULT_CLIENT_SETTINGS, ...Object.fromEntries(given) };
}
