/** Registers a client. */
import { useState } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Choice, Field } from '../design/field.tsx';
import { t } from '../language.ts';
import { AddressFields, addressesOf } from './address-fields.tsx';
import type { Credentials } from './answers.ts';
import { BASE } from './use-answer.ts';

interface NewClientProps {
  readonly onCreated: (created: Credentials) => void;
  readonly onCancel: () => void;
}

/** From the weakest proof that somebody is there to the strongest. */
const LEAST = ['passive', 'motion', 'challenge'] as const;
type LeastLiveness = (typeof LEAST)[number];

/** Credentials of another service; absent: they are made. */
interface GivenCredentials {
  readonly secret?: string;
  readonly key?: string;
}

interface TakenOverProps {
  readonly given: GivenCredentials;
  readonly onGiven: (given: GivenCredentials) => void;
}

function TakenOver({ given, onGiven }: TakenOverProps) {
  const { clients } = t.value.admin;
  const take = (name: keyof GivenCredentials) => (text: string) => {
    const { [name]: _, ...others } = given;
    onGiven(text.trim() === '' ? others : { ...others, [name]: text.trim() });
  };
  const labels = { secret: clients.givenSecret, key: clients.givenKey };
  return (['secret', 'key'] as const).map((name) => (
    <Field
      key={name}
      label={labels[name]}
      hint={clients.givenHint}
      value={given[name] ?? ''}
      onValue={take(name)}
    />
  ));
}

export function NewClient({ onCreated, onCancel }: NewClientProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const labels = clients.settingLabels;
  const { busy, refusal, run } = useCalls();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [storage, setStorage] = useState('');
  const [partition, setPartition] = useState('1');
  const [addresses, setAddresses] = useState({ redirectUris: '', allowedOrigins: '' });
  const [given, setGiven] = useState<GivenCredentials>({});
  const [publicClient, setPublicClient] = useState(false);
  const [leastLiveness, setLeastLiveness] = useState<LeastLiveness>('passive');
  const create = () =>
    run(async () =>
      onCreated(
        await ask('POST', `${BASE}/clients`, {
          id: id.trim(),
          name: name.trim() || id.trim(),
          storage: storage.trim() || id.trim(),
          partition: partition.trim(),
          ...addressesOf(addresses),
          settings: { publicClient, leastLiveness },
          ...given,
        }),
      ),
    );
  return (
    <Card title={clients.create}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Refused refusal={refusal} />
        <div class="fields">
          <Field label={clients.id} hint={clients.idHint} value={id} onValue={setId} required />
          <Field label={clients.name} hint={clients.nameHint} value={name} onValue={setName} />
          <Field
            label={clients.storage}
            hint={clients.storageHint}
            value={storage}
            onValue={setStorage}
          />
          <Field label={clients.partition} value={partition} onValue={setPartition} required />
          <AddressFields typed={addresses} onTyped={setAddresses} />
          <TakenOver given={given} onGiven={setGiven} />
        </div>
        <Choice
          label={labels.leastLiveness}
          value={leastLiveness}
          options={LEAST.map((value) => ({ value, label: labels[value] }))}
          onValue={setLeastLiveness}
        />
        <p class="small quiet">{clients.leastLivenessHint}</p>
        <Check checked={publicClient} onChecked={setPublicClient}>
          {clients.settingLabels.publicClient}
        </Check>
        <div class="row">
          <Button kind="main" type="submit" busy={busy}>
            {clients.create}
          </Button>
          <Button onClick={onCancel}>{shell.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}
