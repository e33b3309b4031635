/** Enrolment, verification and search with an image, in the name of a client. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, refusalOf } from '../account/service.ts';
import { Choice } from '../design/field.tsx';
import { Tabs } from '../design/tabs.tsx';
import { t } from '../language.ts';
import { Enroll } from '../playground/operations/enroll.tsx';
import { Search } from '../playground/operations/search.tsx';
import { Verify } from '../playground/operations/verify.tsx';
import type { ServiceCall } from '../playground/service-call.ts';
import { type Heard, type Signer, signer } from '../playground/session.ts';
import { endVisit } from '../playground/state.ts';
import '../playground/playground.css';
import type { Client } from './answers.ts';
import { Loaded } from './loaded.tsx';
import { BASE, query, useAnswer } from './use-answer.ts';

const OPERATIONS = {
  search: Search,
  verify: Verify,
  enroll: Enroll,
} as const satisfies Readonly<Record<string, ComponentType>>;

type Name = keyof typeof OPERATIONS;

/** Makes the calls of clients as those of the administration. */
const inNameOf = (clientId: string): Signer => ({
  clientId,
  async send({ path, headers = {}, body }: ServiceCall): Promise<Heard> {
    const call = path.replace('/api/face/v1', `${BASE}/by-hand/${encodeURIComponent(clientId)}`);
    const named = query({ transactionId: headers['Transaction-ID'] });
    try {
      const members = Array.isArray(body) ? { images: body } : body;
      return { status: 200, json: await ask('POST', call + named, members) };
    } catch (error) {
      const { status, message } = refusalOf(error);
      return { status, json: { message } };
    }
  },
});

export function ByHand() {
  const clients = useAnswer<readonly Client[]>('/clients');
  return (
    <Loaded from={clients}>{(known) => <Operations ids={known.map(({ id }) => id)} />}</Loaded>
  );
}

function Operations({ ids }: { readonly ids: readonly string[] }) {
  const { admin, playground } = t.value;
  const [client, setClient] = useState(ids[0]);
  const [name, setName] = useState<Name>('search');
  useEffect(() => {
    signer.value = client === undefined ? undefined : inNameOf(client);
    return () => {
      signer.value = undefined;
      endVisit();
    };
  }, [client]);
  if (client === undefined) return <p class="quiet empty">{admin.clients.empty}</p>;
  const Shown = OPERATIONS[name];
  return (
    <>
      <div class="card">
        <Choice
          label={admin.client}
          value={client}
          options={ids.map((id) => ({ value: id, label: id }))}
          onValue={setClient}
        />
      </div>
      <Tabs
        label={playground.operations}
        tabs={(Object.keys(OPERATIONS) as Name[]).map((id) => ({
          id,
          label: playground.names[id],
        }))}
        selected={name}
        onSelect={setName}
      >
        <Shown key={`${client} ${name}`} />
      </Tabs>
    </>
  );
}
