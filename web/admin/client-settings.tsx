/** Permissions of a client, and how strict the service is with it. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Choice, Field } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { fill, t } from '../language.ts';
import type { Client, SettingDescription } from './answers.ts';
import { Loaded } from './loaded.tsx';
import { settingProblem, wantedText } from './member-problems.ts';
import { SUBJECTS, subjectOf } from './setting-groups.ts';
import { asText, kindOf, readText } from './setting-text.ts';
import { BASE, useAnswer } from './use-answer.ts';

interface ClientSettingsFormProps {
  readonly id: string;
  readonly onEnd: (changed: boolean) => void;
}

/** Loads the client when opened, because the list may be hours old. */
export function ClientSettingsForm({ id, onEnd }: ClientSettingsFormProps) {
  const settings = useAnswer<readonly SettingDescription[]>('/client-settings');
  /** Decided when the client was created. */
  const isFixed = ({ name }: SettingDescription) => name === 'sandbox';
  const client = useAnswer<Client>(`/clients/${encodeURIComponent(id)}`);
  return (
    <Card title={fill(t.value.admin.clients.settingsOf, { id })}>
      <Loaded from={settings}>
        {(described) => (
          <Loaded from={client}>
            {(known) => (
              <SettingsForm
                settings={described.filter((one) => !isFixed(one))}
                client={known}
                onEnd={onEnd}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

interface SettingsFormProps extends Pick<ClientSettingsFormProps, 'onEnd'> {
  readonly client: Client;
  readonly settings: readonly SettingDescription[];
}

function SettingsForm({ settings, client, onEnd }: SettingsFormProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const { busy, refusal, run } = useCalls();
  const before: Readonly<Record<string, unknown>> = client.settings;
  const [values, setValues] = useState(before);
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(settings.map(({ name }) => [name, asText(before[name])])),
  );
  const labels: Readonly<Record<string, string>> = clients.settingLabels;
  const labelOf = ({ name, label }: SettingDescription) => labels[name] ?? label;
  const written = settings.filter((setting) => kindOf(setting) === 'text');
  const wrong = (setting: SettingDescription) =>
    readText(setting, texts[setting.name]!) === undefined ? wantedText(setting) : undefined;
  const explained = written.some((setting) => settingProblem(refusal, setting) !== undefined);
  const standardOf = ({ name, standard }: SettingDescription) =>
    fill(clients.standardIs, { value: standardText(name, standard) });
  const standardText = (name: string, standard: unknown): string => {
    if (typeof standard === 'boolean') return standard ? clients.on : clients.off;
    const text = asText(standard);
    return (name in labels && labels[text]) || text || clients.noStandard;
  };
  /** Only the settings changed here, because the audit trail records them. */
  const changed = () => {
    const typed = written.map(
      (setting) => [setting.name, readText(setting, texts[setting.name]!)] as const,
    );
    return Object.entries({ ...values, ...Object.fromEntries(typed) }).filter(
      ([name, value]) => asText(value) !== asText(before[name]),
    );
  };
  const save = () =>
    run(async () => {
      const path = `${BASE}/clients/${encodeURIComponent(client.id)}/settings`;
      const changes = Object.fromEntries(changed());
      const none = Object.keys(changes).length === 0;
      if (!none) await ask('PUT', path, changes, client.revision);
      onEnd(!none);
    });
  const flag = (setting: SettingDescription) => (
    <Check
      key={setting.name}
      checked={values[setting.name] === true}
      onChecked={(on) => setValues({ ...values, [setting.name]: on })}
    >
      {labelOf(setting)} <span class="quiet small nowrap">({standardOf(setting)})</span>
    </Check>
  );
  const choice = (setting: SettingDescription) => (
    <Choice
      key={setting.name}
      label={labelOf(setting)}
      hint={standardOf(setting)}
      value={String(values[setting.name])}
      options={setting.schema.enum!.map((value) => ({ value, label: labels[value] ?? value }))}
      onValue={(value) => setValues({ ...values, [setting.name]: value })}
    />
  );
  const field = (setting: SettingDescription) => (
    <Field
      key={setting.name}
      label={labelOf(setting)}
      hint={standardOf(setting)}
      value={texts[setting.name]!}
      error={wrong(setting) ?? settingProblem(refusal, setting)}
      inputmode="text"
      onValue={(text) => setTexts({ ...texts, [setting.name]: text })}
    />
  );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!written.some(wrong)) save();
      }}
    >
      {!explained && <Refused refusal={refusal} words={{ 409: clients.changedMeanwhile }} />}
      {SUBJECTS.map((subject) => {
        const of = settings.filter((setting) => subjectOf(setting) === subject);
        return of.length === 0 ? null : (
          <fieldset class="stack-tight setting-group" key={subject}>
            <legend>{clients.subjects[subject]}</legend>
            {subject === 'risky' && <p class="small quiet">{clients.risky}</p>}
            {of.filter((setting) => kindOf(setting) === 'flag').map(flag)}
            <div class="fields">
              {of.filter((setting) => kindOf(setting) === 'choice').map(choice)}
              {of.filter((setting) => kindOf(setting) === 'text').map(field)}
            </div>
          </fieldset>
        );
      })}
      {Number(texts.failedVerifications) === 0 && (
        <Notice tone="warn">{clients.noComparisonLimit}</Notice>
      )}
      {values.faceAlone === true && <Notice tone="warn">{clients.warnsFaceAlone}</Notice>}
      <div class="row">
        <Button kind="main" type="submit" busy={busy}>
          {clients.save}
        </Button>
        <Button onClick={() => onEnd(false)}>{shell.cancel}</Button>
      </div>
    </form>
  );
}
