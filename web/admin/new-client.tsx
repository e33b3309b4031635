/** Registers a client. */
import { useState } from 'preact/hooks';
import { LIVENESS_LEVELS, type LivenessLevel } from '../../src/access/clients/liveness-levels.ts';
import { MOVING_IN } from '../../src/access/clients/moving-in.ts';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Check, Choice, Field } from '../design/field.tsx';
import { t } from '../language.ts';
import { AddressFields, addressesOf } from './address-fields.tsx';
import type { Credentials } from './answers.ts';
import { type MemberProblems, memberProblems } from './member-problems.ts';
import { BASE } from './use-answer.ts';

interface NewClientProps {
  readonly onCreated: (created: Credentials) => void;
  readonly onCancel: () => void;
}

/** Credentials from another service. Absent: the service makes them. */
interface GivenCredentials {
  readonly secret?: string;
  readonly key?: string;
}

interface TakenOverProps {
  readonly given: GivenCredentials;
  readonly onGiven: (given: GivenCredentials) => void;
  readonly problems: MemberProblems | undefined;
}

function TakenOver({ given, onGiven, problems }: TakenOverProps) {
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
      error={problems?.[name]}
      value={given[name] ?? ''}
      onValue={take(name)}
    />
  ));
}

/** Name of the client, and the place of its templates. */
interface Identity {
  readonly id: string;
  readonly name: string;
  readonly storage: string;
  readonly partition: string;
}

interface IdentityFieldsProps {
  readonly typed: Identity;
  readonly onTyped: (typed: Identity) => void;
  readonly problems: MemberProblems | undefined;
}

function IdentityFields({ typed, onTyped, problems }: IdentityFieldsProps) {
  const { clients } = t.value.admin;
  const hints = { id: clients.idHint, name: clients.nameHint, storage: clients.storageHint };
  return (['id', 'name', 'storage', 'partition'] as const).map((member) => (
    <Field
      key={member}
      label={clients[member]}
      {...(member !== 'partition' && { hint: hints[member] })}
      error={problems?.[member]}
      value={typed[member]}
      onValue={(text) => onTyped({ ...typed, [member]: text })}
      required={member === 'id' || member === 'partition'}
    />
  ));
}

export function NewClient({ onCreated, onCancel }: NewClientProps) {
  const { shell, admin } = t.value;
  const { clients } = admin;
  const labels = clients.settingLabels;
  const { busy, refusal, run } = useCalls();
  const [identity, setIdentity] = useState({ id: '', name: '', storage: '', partition: '1' });
  const [addresses, setAddresses] = useState({
    redirectUris: '',
    postLogoutRedirectUris: '',
    allowedOrigins: '',
  });
  const [given, setGiven] = useState<GivenCredentials>({});
  const [publicClient, setPublicClient] = useState(false);
  const [movingIn, setMovingIn] = useState(false);
  const [sandbox, setSandbox] = useState(false);
  const [leastLiveness, setLeastLiveness] = useState<LivenessLevel>('passive');
  const problems = memberProblems(refusal, addressesOf(addresses));
  const create = () =>
    run(async () => {
      const id = identity.id.trim();
      const client = {
        id,
        name: identity.name.trim() || id,
        storage: identity.storage.trim() || id,
        partition: identity.partition.trim(),
        ...addressesOf(addresses),
        settings: { ...(movingIn && MOVING_IN), publicClient, leastLiveness, sandbox },
        ...given,
      };
      onCreated(await ask('POST', `${BASE}/clients`, client));
    });
  return (
    <Card title={clients.create}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        {problems === undefined && <Refused refusal={refusal} />}
        <div class="fields">
          <IdentityFields typed={identity} onTyped={setIdentity} problems={problems} />
          <AddressFields typed={addresses} onTyped={setAddresses} problems={problems} />
          <TakenOver given={given} onGiven={setGiven} problems={problems} />
        </div>
        <Choice
          label={labels.leastLiveness}
          value={leastLiveness}
          options={LIVENESS_LEVELS.map((value) => ({ value, label: labels[value] }))}
          onValue={setLeastLiveness}
        />
        <p class="small quiet">{clients.leastLivenessHint}</p>
        <Check checked={publicClient} onChecked={setPublicClient}>
          {clients.settingLabels.publicClient}
        </Check>
        <Check checked={movingIn} onChecked={setMovingIn}>
          {clients.movingIn}
        </Check>
        {movingIn && <p class="small quiet">{clients.movingInHint}</p>}
        <Check checked={sandbox} onChecked={setSandbox}>
          {labels.sandbox}
        </Check>
        {sandbox && <p class="small quiet">{clients.sandboxHint}</p>}
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
