/** The frame of every operation: input left, result right, raw request and response below. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { fill, program, t } from '../language.ts';
import { printJson } from '../print-json.ts';
import { ROOT } from '../root.ts';
import { callService, type ServiceAnswer } from './call.ts';
import { curlLine } from './curl.ts';
import type { ServiceCall } from './service-call.ts';
import { signer } from './session.ts';

interface OperationProps<A> {
  readonly title: string;
  readonly about: string;
  /** Label of the button. */
  readonly run: string;
  /** The call. Undefined: something is still missing. */
  readonly call: ServiceCall | undefined;
  /** Fields and files. */
  readonly children: ComponentChildren;
  /** When it changes, the result is about something else and disappears. */
  readonly subject?: string;
  /** Draws a response with status 200. */
  readonly result: (answer: A) => ComponentChildren;
  /** Called with the call, so that the result is drawn with what was sent. */
  readonly onSend?: () => void;
  /** Asked before an irreversible call. */
  readonly confirm?: { readonly title: string; readonly text: string };
}

export function Operation<A>(props: OperationProps<A>) {
  const { playground: texts } = t.value;
  const [answer, setAnswer] = useState<ServiceAnswer>();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  /** Whether anything was entered: nobody is told what is missing on arrival. */
  const [touched, setTouched] = useState(false);
  const { title, about, run, call, children, result, onSend, confirm } = props;
  const client = signer.value;
  const subject = useRef(props.subject);
  useEffect(() => {
    subject.current = props.subject;
    setAnswer(undefined);
  }, [props.subject]);
  const place = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (answer === undefined) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    // Announces only the verdict, because a whole response is long.
    setAnnouncement(place.current?.querySelector('.notice-title')?.textContent ?? texts.answered);
  }, [answer]);
  const send = async () => {
    if (client === undefined || call === undefined) return;
    setAsking(false);
    setBusy(true);
    onSend?.();
    setAnswer(undefined);
    setAnnouncement(texts.running);
    const asked = props.subject;
    const heard = await callService(client, call);
    setBusy(false);
    if (subject.current === asked) setAnswer(heard);
    else setAnnouncement('');
  };
  return (
    <div class="operation">
      <Card title={title}>
        <form
          class="stack"
          onInput={() => setTouched(true)}
          onChange={() => setTouched(true)}
          onSubmit={(event) => {
            event.preventDefault();
            if (confirm === undefined) void send();
            else setAsking(true);
          }}
        >
          <p class="quiet">{about}</p>
          {children}
          <div class="row">
            <Button
              kind={confirm === undefined ? 'main' : 'danger'}
              type="submit"
              busy={busy}
              disabled={call === undefined || client === undefined}
            >
              {busy ? texts.running : run}
            </Button>
            {(client === undefined || (call === undefined && touched)) && (
              <span class="small quiet">
                {client === undefined ? texts.signInFirst : texts.missing}
              </span>
            )}
          </div>
        </form>
      </Card>
      {asking && confirm !== undefined && (
        <Dialog
          title={confirm.title}
          confirm={run}
          danger
          onConfirm={() => void send()}
          onCancel={() => setAsking(false)}
        >
          <p>{confirm.text}</p>
        </Dialog>
      )}
      <div ref={place}>
        <Card title={texts.answer} end={answer && <Timing answer={answer} />}>
          <p class="visually-hidden" role="status">
            {announcement}
          </p>
          <div class="stack" aria-busy={busy}>
            {answer === undefined && <p class="quiet">{busy ? texts.running : texts.noAnswer}</p>}
            {answer !== undefined &&
              (answer.status === 200 ? result(answer.json as A) : <Refusal answer={answer} />)}
          </div>
          {answer !== undefined && <Bare answer={answer} />}
        </Card>
      </div>
    </div>
  );
}

function Timing({ answer: { status, milliseconds } }: { readonly answer: ServiceAnswer }) {
  if (status === 0) return null;
  const { playground: texts } = t.value;
  return (
    <span class="small quiet">
      {fill(texts.timing, { status, milliseconds: Math.round(milliseconds) })}
    </span>
  );
}

/** Why the service refused the call. */
function Refusal({ answer: { status, json } }: { readonly answer: ServiceAnswer }) {
  const { statuses } = t.value;
  const words = statuses[String(status) as keyof typeof statuses] ?? statuses.other;
  const { message } = (json ?? {}) as { readonly message?: string };
  return (
    <Notice tone="bad" title={fill(words, { status })}>
      {message !== undefined && <p lang="en">{message}</p>}
    </Notice>
  );
}

/** Raw request and response. */
function Bare({ answer }: { readonly answer: ServiceAnswer }) {
  const { playground: texts } = t.value;
  const [shown, setShown] = useState<'json' | 'curl'>('json');
  const code =
    shown === 'json'
      ? printJson(answer.json ?? null)
      : curlLine(
          answer.call,
          location.origin + ROOT,
          signer.value?.clientId ?? 'demo',
          program.value,
        );
  return (
    <details class="bare">
      <summary>{texts.bare}</summary>
      <div class="stack-tight">
        <Tabs
          label={texts.bare}
          tabs={[
            { id: 'json', label: texts.json },
            { id: 'curl', label: texts.curl },
          ]}
          selected={shown}
          onSelect={setShown}
        >
          <CodeBlock label={texts[shown]} code={code} />
        </Tabs>
        {answer.jobId && <p class="small quiet">{fill(texts.job, { id: answer.jobId })}</p>}
      </div>
    </details>
  );
}
