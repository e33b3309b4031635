/** What a client may do, and how strict the service is for it. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Field } from '../design/field.tsx';
import { fill, t } from '../language.ts';
import type { Client } from './answers.ts';
import { BASE } from './use-answer.ts';

const FLAGS = [
  'thumbnails',
  'requireConsent',
  'requireChallenge',
  'requireSecondFactor',
  'publicClient',
  'debugEvidence',
] as const;

const NUMBERS = [
  'falseMatchRate',
  'falsePositiveIdentificationRate',
  'topMatches',
  'maxFeatureVectors',
  'retentionDays',
] as const;

interface ClientSettingsFormProps {
  readonly client: Client;
  readonly onEnd: (changed: boolean) => void;
}

export function ClientSettingsForm({ client, onEnd }: ClientSettingsFormProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const { busy, refusal, run } = useCalls();
  const [flags, setFlags] = useState(() =>
    Object.fromEntries(FLAGS.map((flag) => [flag, client.settings[flag]])),
  );
  const [numbers, setNumbers] = useState(() =>
    Object.fromEntries(NUMBERS.map((name) => [name, String(client.settings[name])])),
  );
  const read = (name: string) => Number(numbers[name]!.trim().replace(',', '.') || Number.NaN);
  const wrong = (name: string) => (Number.isNaN(read(name)) ? clients.notANumber : undefined);
  const save = () =>
    run(async () => {
      const changed = Object.fromEntries(NUMBERS.map((name) => [name, read(name)]));
      const path = `${BASE}/clients/${encodeURIComponent(client.id)}/settings`;
      await ask('PUT', path, { ...flags, ...changed });
      onEnd(true);
    });
  return (
    <Card title={fill(clients.settingsOf, { id: client.id })}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!NUMBERS.some(wrong)) save();
        }}
      >
        <Refused refusal={refusal} />
        <fieldset class="stack-tight">
          <legend>{clients.rules}</legend>
          {FLAGS.map((flag) => (
            <Check
              key={flag}
              checked={flags[flag] === true}
              onChecked={(on) => setFlags({ ...flags, [flag]: on })}
            >
              {clients.flags[flag]}
            </Check>
          ))}
        </fieldset>
        <div class="fields">
          {NUMBERS.map((name) => (
            <Field
              key={name}
              label={clients.numbers[name]}
              value={numbers[name]!}
              error={wrong(name)}
              inputmode="text"
              onValue={(value) => setNumbers({ ...numbers, [name]: value })}
            />
          ))}
        </div>
        <div class="row">
          <Button kind="main" type="submit" busy={busy}>
            {clients.save}
          </Button>
          <Button onClick={() => onEnd(false)}>{shell.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}
