/** The playground: try every operation of the service in a browser. */
import type { ComponentType } from 'preact';
import { addressSignal } from '../address-signal.ts';
import { Button } from '../design/button.tsx';
import { useLinkInSight } from '../design/link-in-sight.ts';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { Enroll } from './operations/enroll.tsx';
import { Liveness } from './operations/liveness.tsx';
import { LivenessSession } from './operations/liveness-session.tsx';
import { Photo } from './operations/photo.tsx';
import { Quality } from './operations/quality.tsx';
import { Search } from './operations/search.tsx';
import { Template } from './operations/template.tsx';
import { Verify } from './operations/verify.tsx';
import { Video } from './operations/video.tsx';
import { signer, signOut } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { endVisit, visit } from './state.ts';

const GROUPS = {
  person: ['enroll', 'verify', 'template'],
  liveness: ['liveness', 'video', 'session'],
  image: ['photo', 'search', 'quality'],
} as const;

type OperationName = (typeof GROUPS)[keyof typeof GROUPS][number];

const OPERATIONS: Readonly<Record<OperationName, ComponentType>> = {
  enroll: Enroll,
  verify: Verify,
  template: Template,
  liveness: Liveness,
  video: Video,
  session: LivenessSession,
  photo: Photo,
  search: Search,
  quality: Quality,
};

/** The operation in the address: `/playground#/verify`. */
const shown = addressSignal(OPERATIONS, 'enroll');

export function Playground() {
  const { playground } = t.value;
  const Shown = OPERATIONS[shown.value];
  return (
    <Shell end={<WhoIsSignedIn />}>
      <div class="stack">
        <div>
          <h1>{playground.title}</h1>
          <p class="quiet">{playground.lead}</p>
        </div>
        {signer.value === undefined && <SignIn />}
        <div class="playground">
          <OperationList />
          <div class="playground-shown">
            <Shown key={visit.value} />
          </div>
        </div>
      </div>
    </Shell>
  );
}

function OperationList() {
  const { playground } = t.value;
  const name = shown.value;
  const list = useLinkInSight(`#/${name}`);
  return (
    <nav class="operations" ref={list} aria-label={playground.operations}>
      {Object.entries(GROUPS).map(([group, names]) => (
        <div class="operations-group" key={group}>
          <p class="operations-title" id={`group-${group}`}>
            {playground.groups[group as keyof typeof GROUPS]}
          </p>
          <ul aria-labelledby={`group-${group}`}>
            {names.map((name) => (
              <li key={name}>
                <a href={`#/${name}`} aria-current={name === shown.value ? 'page' : undefined}>
                  {playground.names[name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function WhoIsSignedIn() {
  const { signIn } = t.value;
  if (signer.value === undefined) return null;
  const leave = () => {
    signOut();
    endVisit();
  };
  return (
    <Button kind="bare" size="small" onClick={leave}>
      {fill(signIn.signOut, { client: signer.value.clientId })}
    </Button>
  );
}
