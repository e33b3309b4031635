/** What a client may do, and how strict the service is for it. */
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
import { asText, kindOf, readText } from './setting-text.ts';
import { BASE, useAnswer } from './use-answer.ts';

interface ClientSettingsFormProps {
  readonly client: Client;
  readonly onEnd: (changed: boolean) => void;
}

export function ClientSettingsForm(props: ClientSettingsFormProps) {
  const settings = useAnswer<readonly SettingDescription[]>('/client-settings');
  return (
    <Card title={fill(t.value.admin.clients.settingsOf, { id: props.client.id })}>
      <Loaded from={settings}>
        {(described) => <SettingsForm settings={described} {...props} />}
      </Loaded>
    </Card>
  );
}

interface SettingsFormProps extends ClientSettingsFormProps {
  readonly settings: readonly SettingDescription[];
}

function SettingsForm({ settings, client, onEnd }: SettingsFormProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const { busy, refusal, run } = useCalls();
  const [values, setValues] = useState(client.settings);
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(settings.map(({ name }) => [name, asText(client.settings[name])])),
  );
  const labels: Readonly<Record<string, string>> = clients.settingLabels;
  const labelOf = ({ name, label }: SettingDescription) => labels[name] ?? label;
  const written = settings.filter((setting) => kindOf(setting) === 'text');
  const wrong = (setting: SettingDescription) =>
    readText(setting, texts[setting.name]!) === undefined ? clients.notAValue : undefined;
  const save = () =>
    run(async () => {
      const changed = Object.fromEntries(
        written.map((setting) => [setting.name, readText(setting, texts[setting.name]!)]),
      );
      const path = `${BASE}/clients/${encodeURIComponent(client.id)}/settings`;
      await ask('PUT', path, { ...values, ...changed });
      onEnd(true);
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!written.some(wrong)) save();
      }}
    >
      <Refused refusal={refusal} />
      <fieldset class="stack-tight">
        <legend>{clients.rules}</legend>
        {settings
          .filter((setting) => kindOf(setting) === 'flag')
          .map((setting) => (
            <Check
              key={setting.name}
              checked={values[setting.name] === true}
              onChecked={(on) => setValues({ ...values, [setting.name]: on })}
            >
              {labelOf(setting)}
            </Check>
          ))}
      </fieldset>
      <div class="fields">
        {settings
          .filter((setting) => kindOf(setting) === 'choice')
          .map((setting) => (
            <Choice
              key={setting.name}
              label={labelOf(setting)}
              value={String(values[setting.name])}
              options={setting.schema.enum!.map((value) => ({
                value,
                label: labels[value] ?? value,
              }))}
              onValue={(value) => setValues({ ...values, [setting.name]: value })}
            />
          ))}
        {written.map((setting) => (
          <Field
            key={setting.name}
            label={labelOf(setting)}
            value={texts[setting.name]!}
            error={wrong(setting)}
            inputmode="text"
            onValue={(text) => setTexts({ ...texts, [setting.name]: text })}
          />
        ))}
      </div>
      {Number(texts.failedVerifications) === 0 && (
        <Notice tone="warn">{clients.noComparisonLimit}</Notice>
      )}
      <div class="row">
        <Button kind="main" type="submit" busy={busy}>
          {clients.save}
        </Button>
        <Button onClick={() => onEnd(false)}>{shell.cancel}</Button>
      </div>
    </form>
  );
}
