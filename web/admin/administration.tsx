/** The administration for signed-in administrators, one page for each subject. */
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Right } from '../../src/operations/rights.ts';
import type { Session } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { SecondFactorGate } from '../account/second-factor-gate.tsx';
import { ask } from '../account/service.ts';
import { SignIn } from '../account/sign-in.tsx';
import { StepUp } from '../account/step-up.tsx';
import { useCalls } from '../account/use-calls.ts';
import { addressQuery, addressSignal } from '../address-signal.ts';
import { Button } from '../design/button.tsx';
import { useLinkInSight } from '../design/link-in-sight.ts';
import { Notice } from '../design/notice.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, program, t } from '../language.ts';
import { at } from '../root.ts';
import { AuditTrail, SearchLog } from './audit.tsx';
import { ByHand } from './by-hand.tsx';
import { Clients } from './clients.tsx';
import { Jobs } from './jobs.tsx';
import { Overview } from './overview.tsx';
import { ProviderRefused, ProviderSignIn, ProviderSignInAgain } from './provider-login.tsx';
import { may, onlyClient, rights } from './rights.ts';
import { Status } from './status.tsx';
import { Templates } from './templates.tsx';
import { Users } from './users.tsx';
import { Webhooks } from './webhooks.tsx';

const PAGES = {
  overview: Overview,
  clients: Clients,
  users: Users,
  templates: Templates,
  byHand: ByHand,
  jobs: Jobs,
  audit: AuditTrail,
  searches: SearchLog,
  webhooks: Webhooks,
  status: Status,
} as const satisfies Readonly<Record<string, ComponentType>>;

type Page = keyof typeof PAGES;

/** The right that each page needs. */
const TAKES: Readonly<Record<Page, Right>> = {
  overview: 'see-client',
  clients: 'see-client',
  users: 'see-users',
  templates: 'see-client',
  byHand: 'change-client',
  jobs: 'see-client',
  audit: 'see-client',
  searches: 'see-client',
  webhooks: 'see-client',
  status: 'see-service',
};

/** The page in the address: `/admin#/jobs`. */
const shown = addressSignal(PAGES, 'overview');

const allowedPages = (): readonly Page[] =>
  (Object.keys(PAGES) as Page[]).filter((page) => may(TAKES[page]));

/** The first page they may see, if they may not see that one. */
function pageShown(): Page {
  const named = shown.value;
  return may(TAKES[named]) ? named : (allowedPages()[0] ?? named);
}

export function Administration() {
  const { account, admin } = t.value;
  const { busy, refusal, run } = useCalls();
  const [session, setSession] = useState<Session>();
  const begin = (found: Session) => {
    rights.value = found.user?.rights ?? [];
    onlyClient.value = found.user?.client ?? null;
    setSession(found);
  };
  const load = () => run(async () => begin(await ask('GET', '/account/v1/session')));
  useEffect(load, []);
  const signOut = () => run(async () => begin(await ask('DELETE', '/account/v1/session')));

  if (session === undefined)
    return (
      <Shell narrow>
        <div class="card stack">
          <h1>{admin.title}</h1>
          <Refused refusal={refusal} onAgain={load} />
          {busy && <p role="status">{account.loading}</p>}
        </div>
      </Shell>
    );
  const { user, kind, step } = session;
  if (user === null || kind === 'passkey' || kind === 'mail')
    return (
      <Shell narrow shown="sign-in">
        <div class="stack">
          <ProviderRefused />
          <ProviderSignIn />
          <SignIn title={admin.signIn} known={user?.name ?? ''} faceOnly onDone={load}>
            <HowToSignIn />
          </SignIn>
        </div>
      </Shell>
    );
  const end = (
    <Button kind="bare" size="small" busy={busy} onClick={signOut}>
      {fill(admin.signOut, { name: user.name })}
    </Button>
  );
  if (!user.admin || kind === 'registration')
    return (
      <Shell narrow end={end} shown="none">
        <div class="card stack">
          <h1>{admin.title}</h1>
          <Notice tone="warn" title={fill(admin.notAdminAs, { name: user.name })}>
            <p>{admin.askOwner}</p>
            <HowToSignIn />
          </Notice>
        </div>
      </Shell>
    );
  const isProvided = kind === 'provider';
  const stepUp = (
    <StepUp user={user} faceOnly onDone={load}>
      {isProvided ? (done) => <ProviderSignInAgain onDone={done} /> : undefined}
    </StepUp>
  );
  if (step !== null)
    return (
      <Shell narrow end={end} shown={step}>
        <SecondFactorGate step={step} user={user} onSession={begin} />
        {stepUp}
      </Shell>
    );
  return (
    <Shell end={end} shown="administration">
      {stepUp}
      <ProviderRefused />
      <Refused refusal={refusal} />
      <Pages notEnrolled={!user.enrolled && !isProvided} />
    </Shell>
  );
}

function HowToSignIn() {
  const { admin } = t.value;
  return (
    <div class="stack-tight small quiet">
      <p>
        {admin.newAdministrator} {/* A line would end at its hyphens. */}
        <code>
          {program} user create NAME <span class="nowrap">--admin</span>
        </code>
      </p>
      <p>
        {admin.newLink} <code>{program} user link NAME</code>
      </p>
    </div>
  );
}

function Pages({ notEnrolled }: { readonly notEnrolled: boolean }) {
  const { admin } = t.value;
  const name = pageShown();
  const Shown = PAGES[name];
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(name);
  useEffect(() => {
    if (before.current !== name) heading.current?.focus();
    before.current = name;
  }, [name]);
  return (
    <div class="admin">
      <Navigation />
      <div class="stack">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {admin.pages[name]}
          </h1>
          <p class="quiet">{admin.leads[name]}</p>
        </div>
        {notEnrolled && (
          <Notice tone="warn" title={admin.notEnrolled}>
            <p>
              <a href={at('/profile')}>{admin.enrol}</a>
            </p>
          </Notice>
        )}
        <Shown key={addressQuery.value} />
      </div>
    </div>
  );
}

function Navigation() {
  const { admin } = t.value;
  const name = pageShown();
  const list = useLinkInSight(`#/${name}`);
  const link = (page: string, label: ComponentChildren) => (
    <li key={page}>
      <a href={`#/${page}`} aria-current={page === name ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <nav class="admin-nav" ref={list} aria-label={admin.title}>
      <ul>{allowedPages().map((page) => link(page, admin.pages[page]))}</ul>
    </nav>
  );
}
