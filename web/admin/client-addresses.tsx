/** Name of a client, and the addresses that browsers may come from and return to. */
import { useState } from 'preact/hooks';
import { keysIn } from '../../src/access/clients/jwk-set.ts';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Field } from '../design/field.tsx';
import { t } from '../language.ts';
import { AddressFields, addressesOf } from './address-fields.tsx';
import type { Client } from './answers.ts';
import { memberProblems } from './member-problems.ts';
import { BASE } from './use-answer.ts';

interface ClientAddressesProps {
  readonly client: Client;
  readonly onChanged: () => void;
}

const textOf = (keys: Client['publicKeys']) => (keys.length === 0 ? '' : JSON.stringify(keys));

/** The service refuses invalid keys. */
function keysOf(text: string): readonly unknown[] {
  if (text.trim() === '') return [];
  try {
    return keysIn(text);
  } catch {
    return [{}];
  }
}

export function ClientAddresses({ client, onChanged }: ClientAddressesProps) {
  const { clients } = t.value.admin;
  const { busy, refusal, run } = useCalls();
  const [name, setName] = useState(client.name);
  const [addresses, setAddresses] = useState({
    redirectUris: client.redirectUris.join(' '),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join(' '),
    allowedOrigins: client.allowedOrigins.join(' '),
  });
  const [publicKeys, setPublicKeys] = useState(textOf(client.publicKeys));
  const problems = memberProblems(refusal, addressesOf(addresses));
  const save = () =>
    run(async () => {
      const path = `${BASE}/clients/${encodeURIComponent(client.id)}`;
      const keys = { publicKeys: keysOf(publicKeys) };
      const typed = { name: name.trim(), ...addressesOf(addresses), ...keys };
      await ask('PUT', path, typed, client.revision);
      onChanged();
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h3>{clients.addresses}</h3>
      {problems === undefined && (
        <Refused refusal={refusal} words={{ 409: clients.changedMeanwhile }} />
      )}
      <div class="fields">
        <Field
          label={clients.name}
          error={problems?.name}
          value={name}
          onValue={setName}
          required
        />
        <AddressFields typed={addresses} onTyped={setAddresses} problems={problems} />
        <Field
          label={clients.publicKeys}
          hint={clients.publicKeysHint}
          error={problems?.publicKeys}
          value={publicKeys}
          onValue={setPublicKeys}
        />
      </div>
      <div class="row">
        <Button type="submit" busy={busy}>
          {clients.save}
        </Button>
      </div>
    </form>
  );
}
