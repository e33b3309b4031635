/** Settings of clients on the command line: options of `create`, name=value of `set`. */
import {
  type Command,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import {
  CLIENT_SETTINGS,
  type ClientSettings,
  checkSetting,
  DEFAULT_CLIENT_SETTINGS,
  SETTING_NAMES,
  type SettingChanges,
  type SettingName,
} from '../../access/clients/client-settings.ts';
import { MEASURE_NAMES, MEASURES } from '../../faces/quality/measures.ts';
import { collect } from '../arguments.ts';
import { note, table } from '../output.ts';

/** Options whose name differs from their setting. */
const SPELLED: Partial<Record<SettingName, string>> = {
  auditRetentionDays: 'audit-retention',
  falsePositiveIdentificationRate: 'false-positives',
  publicClient: 'public',
};

/** Adds an option for every setting; `settingsOf` reads them. */
export function withSettings<A extends unknown[], O extends OptionValues>(command: Command<A, O>) {
  for (const name of SETTING_NAMES) command.addOption(optionFor(name));
  return command;
}

/** The settings among the options that `withSettings` added, where they differ from the default. */
export function settingsOf(options: object): SettingChanges {
  const given = new Map<string, unknown>(Object.entries(options));
  return Object.fromEntries(
    SETTING_NAMES.map((name) => [name, given.get(optionFor(name).attributeName())]).filter(
      ([name, value]) =>
        value !== undefined && value !== DEFAULT_CLIENT_SETTINGS[name as SettingName],
    ),
  );
}

function optionFor(name: SettingName): Option {
  const { label, schema } = CLIENT_SETTINGS[name];
  const standard = DEFAULT_CLIENT_SETTINGS[name];
  const spelled = SPELLED[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (name === 'minimumQuality')
    return new Option(`--${spelled} <measure=score>`, `${label}; may be repeated`).argParser(
      minimumScore,
    );
  if ('items' in schema)
    return new Option(`--${spelled} <name>`, `${label}; may be repeated`).argParser(collect);
  if ('type' in schema && schema.type === 'boolean')
    return new Option(standard === true ? `--no-${spelled}` : `--${spelled}`, label);
  const about = standard === undefined ? label : `${label} (${standard})`;
  return new Option(`--${spelled} <value>`, about).argParser((text) => parseSetting(name, text));
}

/** Adds `name=value` to earlier ones. */
export function collectSetting(text: string, previous: SettingChanges): SettingChanges {
  const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('Expected name=value.');
  return { ...previous, [name]: parseSetting(name, value) };
}

/** A JSON value, or bare text. */
function parseSetting(name: string, text: string): unknown {
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    // Text needs no quotes.
  }
  try {
    checkSetting(name, value);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
  return value;
}

/** Every setting with its effect, for the help of a command. */
export function describeSettings(): string {
  const rows = SETTING_NAMES.map((name) => {
    const standard = DEFAULT_CLIENT_SETTINGS[name];
    return [
      name,
      standard === undefined ? '' : JSON.stringify(standard),
      CLIENT_SETTINGS[name].label,
    ];
  });
  return table(['SETTING', 'DEFAULT', ''], rows);
}

/** Says on standard error what protection a setting gives up. */
export function warnOfSettings(
  client: string,
  { failedVerifications, faceAlone }: ClientSettings,
): void {
  if (faceAlone)
    note(
      `prosopon: "${client}" lets the face alone log in from unknown browsers: a program that feeds a ` +
        'portrait into a camera can log in as that person.',
    );
  if (failedVerifications === 0)
    note(
      `prosopon: "${client}" has no limit on refused comparisons: for evaluation only, since a face ` +
        'can be reconstructed from many refusals.',
    );
}

/** Adds a `measure=score` to earlier ones. */
function minimumScore(
  text: string,
  previous: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, measure = '', score = ''] = /^([A-Za-z]+)=(\d{1,3})$/.exec(text) ?? [];
  if (!(measure in MEASURES) || !(Number(score) <= 100) || score === '')
    throw new InvalidArgumentError(
      'Expected a measure and a score of 0 to 100, such as HeadPoseYaw=50. ' +
        `Measures are ${MEASURE_NAMES.join(', ')}.`,
    );
  return { ...previous, [measure]: Number(score) };
}
