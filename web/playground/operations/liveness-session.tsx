/** A liveness session: created here, run on the hosted page, and read as the application does. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { CodeBlock } from '../../design/code-block.tsx';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { fill, formatTime, t } from '../../language.ts';
import { printJson } from '../../print-json.ts';
import type { CreatedSession, ReadSession } from '../answers.ts';
import { Operation } from '../operation.tsx';

type Part = 'create' | 'read';

const PATH = '/api/v1/liveness-sessions';

/** Id of the latest session. */
const sessionId = signal('');

export function LivenessSession() {
  const { sessionTrial: texts } = t.value;
  const [part, setPart] = useState<Part>('create');
  return (
    <div class="stack">
      <Tabs
        label={texts.part}
        tabs={[
          { id: 'create', label: texts.parts.create },
          { id: 'read', label: texts.parts.read },
        ]}
        selected={part}
        onSelect={setPart}
      >
        {part === 'create' ? <Create /> : <Read />}
      </Tabs>
    </div>
  );
}

function Create() {
  const { sessionTrial: texts } = t.value;
  const [nonce, setNonce] = useState(() => crypto.randomUUID());
  return (
    <Operation<CreatedSession>
      title={texts.createTitle}
      about={texts.createAbout}
      run={texts.createRun}
      call={nonce.length < 8 ? undefined : { method: 'POST', path: PATH, body: { nonce } }}
      result={(answer) => <Created answer={answer} />}
    >
      <Field
        label={texts.nonce}
        hint={texts.nonceHint}
        value={nonce}
        onValue={(value) => setNonce(value as typeof nonce)}
        maxLength={255}
      />
    </Operation>
  );
}

function Created({ answer }: { readonly answer: CreatedSession }) {
  const { sessionTrial: texts } = t.value;
  useEffect(() => {
    sessionId.value = answer.sessionId;
  }, [answer]);
  return (
    <>
      <Notice tone="good" title={fill(texts.created, { time: formatTime(answer.expires) })} />
      <a class="button button-main" href={answer.url} target="_blank" rel="noreferrer">
        {texts.open}
      </a>
    </>
  );
}

function Read() {
  const { sessionTrial: texts } = t.value;
  const id = sessionId.value;
  return (
    <Operation<ReadSession>
      title={texts.readTitle}
      about={texts.readAbout}
      run={texts.readRun}
      call={id === '' ? undefined : { method: 'GET', path: `${PATH}/${encodeURIComponent(id)}` }}
      result={(answer) => <Result answer={answer} />}
    >
      <Field
        label={texts.id}
        value={id}
        onValue={(value) => {
          sessionId.value = value.trim();
        }}
      />
    </Operation>
  );
}

function Result({ answer: { state, result } }: { readonly answer: ReadSession }) {
  const { sessionTrial: texts } = t.value;
  const tone = state === 'succeeded' ? 'good' : state === 'failed' ? 'bad' : 'info';
  return (
    <>
      <Notice tone={tone} title={texts.states[state]} />
      {result !== null && <CodeBlock label={texts.claims} code={printJson(claimsOf(result))} />}
    </>
  );
}

/** The claims of the result. Verifying the signature is up to the application. */
function claimsOf(result: string): unknown {
  const [, claims = ''] = result.split('.');
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
}
