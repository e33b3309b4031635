/** The user's passkeys: their use, adding and removing one. */
import { useEffect, useState } from 'preact/hooks';
import { AddPasskey, PASSKEYS } from '../account/add-passkey.tsx';
import type { Passkey, Session } from '../account/answers.ts';
import { passkeySignsIn } from '../account/passkey.ts';
import { ask } from '../account/service.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface PasskeysCardProps extends CardProps {
  readonly onSession: (session: Session) => void;
}

export function PasskeysCard({ user, locked, onSession }: PasskeysCardProps) {
  const { passkeys: texts } = t.value;
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const [asked, setAsked] = useState<Passkey>();
  const load = async () => setPasskeys(await ask('GET', PASSKEYS));
  const calls = useCardCalls(load, async () => {
    await load();
    onSession(await ask('GET', '/account/v1/session'));
  });
  const { busy, run } = calls;
  useEffect(calls.load, []);
  const added = (session: Session) => {
    onSession(session);
    run(load);
  };
  const remove = ({ id }: Passkey) =>
    run(async () => {
      setAsked(undefined);
      onSession(await ask('DELETE', `${PASSKEYS}/${id}`));
      await load();
    });
  const last = passkeys?.length === 1 && !user.secondFactors.includes('code');
  return (
    <Card title={texts.title}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <p>{texts.what}</p>
        <p class="small quiet">{passkeySignsIn() ? texts.goodForBoth : texts.goodFor}</p>
        <Outcome of={calls} empty={passkeys === undefined} />
        {passkeys?.map((passkey) => (
          <fieldset key={passkey.id} class="application" aria-label={nameOf(passkey)}>
            <div>
              <h3>
                <bdi>{nameOf(passkey)}</bdi>
              </h3>
              <p class="small quiet">
                {fill(texts.made, { time: formatTime(passkey.created) })}{' '}
                {passkey.lastUsed !== null &&
                  fill(texts.used, { time: formatTime(passkey.lastUsed) })}{' '}
                {passkey.synced && texts.synced}
              </p>
            </div>
            <Button
              size="small"
              disabled={locked || (last && user.admin)}
              busy={busy}
              onClick={() => setAsked(passkey)}
            >
              {texts.remove}
            </Button>
          </fieldset>
        ))}
        <AddPasskey disabled={locked} onDone={added} />
        {asked !== undefined && (
          <Dialog
            title={fill(texts.removeQuestion, { name: nameOf(asked) })}
            confirm={texts.remove}
            danger
            onConfirm={() => remove(asked)}
            onCancel={() => setAsked(undefined)}
          >
            <p>{last ? texts.removeLast : texts.removeWarning}</p>
          </Dialog>
        )}
      </div>
    </Card>
  );
}

/** Named after the place where it was made, if known. */
function nameOf({ madeIn }: Passkey): string {
  return madeIn === '' ? t.value.passkeys.one : madeIn;
}
