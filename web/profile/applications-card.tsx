/** The applications that the person has logged in to, and ending their access. */
import { useEffect, useState } from 'preact/hooks';
import type { Application } from '../account/answers.ts';
import { Refused } from '../account/failures.tsx';
import { scopeTexts } from '../account/scopes.ts';
import { ask } from '../account/service.ts';
import { useCalls } from '../account/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, t } from '../language.ts';
import type { CardProps } from './card-props.ts';

export function ApplicationsCard({ locked }: CardProps) {
  const { account, profile } = t.value;
  const { busy, refusal, run } = useCalls();
  const [applications, setApplications] = useState<readonly Application[]>();
  const [asked, setAsked] = useState<Application>();
  useEffect(
    () => run(async () => setApplications(await ask('GET', '/account/v1/applications'))),
    [],
  );
  const revoke = ({ id }: Application) =>
    run(async () => {
      setAsked(undefined);
      await ask('DELETE', `/account/v1/applications/${encodeURIComponent(id)}`);
      setApplications((now) => now?.filter((application) => application.id !== id));
    });
  return (
    <Card title={profile.applications}>
      <div class="stack">
        <Refused refusal={refusal} words={{ 403: account.signInAgain }} />
        {applications === undefined && refusal === undefined && <p>{account.loading}</p>}
        {applications?.length === 0 && <p class="quiet">{profile.noApplications}</p>}
        {applications?.map((application) => (
          <section key={application.id} class="application" aria-label={application.name}>
            <div>
              <h3>
                <bdi>{application.name}</bdi>
              </h3>
              <p>{fill(profile.knows, { scopes: scopeTexts(application.scopes).join('; ') })}</p>
              <p class="small quiet">
                {fill(profile.since, {
                  granted: formatTime(application.granted),
                  used: formatTime(application.lastUsed),
                })}
              </p>
            </div>
            <Button size="small" disabled={locked || busy} onClick={() => setAsked(application)}>
              {profile.revoke}
            </Button>
          </section>
        ))}
        {asked !== undefined && (
          <Dialog
            title={fill(profile.revokeQuestion, { name: asked.name })}
            confirm={profile.revoke}
            danger
            onConfirm={() => revoke(asked)}
            onCancel={() => setAsked(undefined)}
          >
            <p>{profile.revokeWarning}</p>
          </Dialog>
        )}
      </div>
    </Card>
  );
}
