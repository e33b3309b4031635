/** Signs a user out at an application's request. Asks first, unless the request is proven. */
import { useEffect } from 'preact/hooks';
import { Refused } from '../account/failures.tsx';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Shell } from '../design/shell.tsx';
import { fill, t } from '../language.ts';
import { pageData } from '../page-data.ts';
import { at } from '../root.ts';

const STEP = pageData('step');
const CLIENT = pageData('client');
const NAME = pageData('name');

/** Sends the form from the service's page. It leads back to the application. */
function answer(signOut: boolean): void {
  const form = document.querySelector<HTMLFormElement>('form[method="post"]');
  if (form === null) return;
  if (signOut) {
    const input = { type: 'hidden', name: 'logout', value: 'yes' };
    form.append(Object.assign(document.createElement('input'), input));
  }
  form.submit();
}

export function Logout() {
  const { logout } = t.value;
  const { busy, refusal, run } = useCalls();
  const signOut = () =>
    run(async () => {
      // Also ends the session here, because people who leave a shared machine expect to be signed
      // out everywhere.
      await ask('DELETE', '/account/v1/session');
      answer(true);
    });
  useEffect(() => {
    if (STEP === 'now') signOut();
  }, []);
  if (STEP === 'done' || STEP === 'stayed')
    return (
      <Shell narrow>
        <div class="card stack">
          <h1>{logout[STEP]}</h1>
          <p>{logout.close}</p>
        </div>
      </Shell>
    );
  return (
    <Shell narrow>
      <div class="card stack">
        <h1>{logout.title}</h1>
        <Refused refusal={refusal} onAgain={STEP === 'now' ? signOut : undefined} />
        {STEP === 'now' && refusal === undefined && <p role="status">{logout.now}</p>}
        {STEP === 'ask' && (
          <>
            {CLIENT && <p>{fill(logout.by, { client: CLIENT })}</p>}
            {NAME && <p>{fill(logout.as, { name: NAME })}</p>}
            <p class="quiet">{logout.others}</p>
            <div class="row">
              <Button kind="main" busy={busy} onClick={signOut}>
                {logout.yes}
              </Button>
              {CLIENT ? (
                <Button onClick={() => answer(false)}>{logout.no}</Button>
              ) : (
                <a class="button button-plain" href={at('/')}>
                  {logout.no}
                </a>
              )}
            </div>
          </>
        )}
      </div>
    </Shell>
  );
}
