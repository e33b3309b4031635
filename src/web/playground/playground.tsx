/** The playground: every operation of the service, tried out in a browser. */
import { Button } from '../design/button.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { signer, signOut } from './session.ts';
import { SignIn } from './sign-in.tsx';

export function Playground() {
  const { playground } = t.value;
  return (
    <Shell end={<WhoIsSignedIn />}>
      <div class="stack">
        <div>
          <h1>{playground.title}</h1>
          <p class="quiet">{playground.lead}</p>
        </div>
        {signer.value === undefined && <SignIn />}
      </div>
    </Shell>
  );
}

function WhoIsSignedIn() {
  const { signIn } = t.value;
  if (signer.value === undefined) return null;
  return (
    <>
      <span class="small">{fill(signIn.signedInAs, { client: signer.value.clientId })}</span>
      <Button kind="bare" size="small" onClick={signOut}>
        {signIn.signOut}
      </Button>
    </>
  );
}
