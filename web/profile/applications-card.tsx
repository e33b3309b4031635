/** Applications that the user has logged in to, and ending their access. */
import { useEffect, useState } from 'preact/hooks';
import type { Application } from '../account/answers.ts';
import { scopeTexts } from '../account/scopes.ts';
import { ask } from '../account/service.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, separator, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

const PATH = '/account/v1/applications';

export function ApplicationsCard({ locked }: CardProps) {
  const { account, profile } = t.value;
  const [applications, setApplications] = useState<readonly Application[]>();
  const [asked, setAsked] = useState<Application>();
  const load = async () => setApplications(await ask('GET', PATH));
  const calls = useCardCalls(load);
  const { busy, refusal } = calls;
  useEffect(calls.load, []);
  const revoke = ({ id }: Application) =>
    calls.run(async () => {
      setAsked(undefined);
      await ask('DELETE', `${PATH}/${encodeURIComponent(id)}`);
      await load();
    });
  return (
    <Card title={profile.applications}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <Outcome of={calls} empty={applications === undefined} />
        {applications === undefined && refusal === undefined && <p>{account.loading}</p>}
        {applications?.length === 0 && <p class="quiet">{profile.noApplications}</p>}
        {applications?.map((application) => (
          <section key={application.id} class="application" aria-label={application.name}>
            <div>
              <h3>
                <bdi>{application.name}</bdi>
              </h3>
              <p>
                {fill(profile.knows, {
                  scopes: scopeTexts(application.scopes).join(separator.value),
                })}
              </p>
              <p class="small quiet">
                {fill(profile.since, {
                  granted: formatTime(application.granted),
                  used: formatTime(application.lastUsed),
                })}
              </p>
            </div>
            <Button
              size="small"
              disabled={locked}
              busy={busy}
              onClick={() => setAsked(application)}
            >
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
