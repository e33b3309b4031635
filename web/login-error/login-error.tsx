/** Explains a login request that cannot return to its application. */
import { Shell } from '../design/shell.tsx';
import { t } from '../language.ts';
import type { en } from '../messages/en.ts';
import { pageData } from '../page-data.ts';

/** From the service's page (RFC 6749, section 4.1.2.1). */
const error = pageData('error');
const description = pageData('error-description');

export function LoginError() {
  const { loginError } = t.value;
  return (
    <Shell narrow>
      <div class="card stack">
        <h1>{loginError.title}</h1>
        <p>{loginError.reasons[reasonOf()]}</p>
        <p>{loginError.advice}</p>
        <p class="small quiet">
          {loginError.details}{' '}
          <bdi lang="en">
            <code>{error}</code>
            {description && `: ${description}`}
          </bdi>
        </p>
      </div>
    </Shell>
  );
}

/** Explains the error to the person. */
function reasonOf(): keyof typeof en.loginError.reasons {
  if (error === 'invalid_client' || error === 'invalid_redirect_uri') return error;
  if (error === 'temporarily_unavailable') return 'busy';
  return /expired|session not found/.test(description) ? 'expired' : 'other';
}
