/** Settings of clients on the command line. */
import { Argument, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  CLIENT_SETTINGS,
  type ClientSettings,
  checkSetting,
  DEFAULT_CLIENT_SETTINGS,
  SETTING_NAMES,
  type SettingChanges,
} from '../../access/clients/client-settings.ts';
import { MEASURE_NAMES } from '../../faces/quality/measures.ts';
import { note, table } from '../output.ts';

/** The settings that a command takes. */
export const settingsArgument = () =>
  new Argument('[settings...]', 'name=value, the value as in JSON; null: the default')
    .default({}, 'change none')
    .argParser(collectSetting);

/** Adds `name=value` to earlier ones. */
function collectSetting(text: string, previous: SettingChanges): SettingChanges {
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
  const measures = name === 'minimumQuality' ? Object.keys(value ?? {}) : [];
  if (measures.some((measure) => !MEASURE_NAMES.includes(measure as never)))
    throw new InvalidArgumentError(`Measures are ${MEASURE_NAMES.join(', ')}.`);
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
