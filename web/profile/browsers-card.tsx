/** The user's known browsers, each with a way to forget it. */
import { useEffect, useState } from 'preact/hooks';
import type { KnownBrowser } from '../account/answers.ts';
import { BROWSERS } from '../account/known-browser-step.tsx';
import { ask } from '../account/service.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { fill, formatTime, t } from '../language.ts';
import { Outcome, useCardCalls } from './card-calls.tsx';
import type { CardProps } from './card-props.ts';

interface BrowsersCardProps extends CardProps {
  readonly onChanged: () => void;
}

export function BrowsersCard({ locked, onChanged }: BrowsersCardProps) {
  const { browsers: texts, profile } = t.value;
  const [browsers, setBrowsers] = useState<readonly KnownBrowser[]>();
  const [asked, setAsked] = useState<KnownBrowser>();
  const calls = useCardCalls(async () => setBrowsers(await ask('GET', BROWSERS)));
  useEffect(calls.load, []);
  const forget = ({ name, current }: KnownBrowser) =>
    calls.run(async () => {
      setAsked(undefined);
      setBrowsers(await ask('DELETE', `${BROWSERS}/${name}`));
      if (current) onChanged();
    });
  return (
    <Card title={texts.title}>
      <div class="stack kept-focus" ref={calls.place} tabIndex={-1}>
        <p>{texts.what}</p>
        <Outcome of={calls} empty={browsers === undefined} />
        {browsers?.length === 0 && <p class="quiet">{texts.none}</p>}
        {browsers?.map((browser) => (
          <div key={browser.name} class="application">
            <div>
              <h3>
                {browser.current && `${profile.here}: `}
                <bdi>{browser.browser ?? texts.unnamed}</bdi>
              </h3>
              <p class="small quiet">
                {fill(texts.times, {
                  created: formatTime(browser.created),
                  used: formatTime(browser.lastUsed),
                })}
              </p>
            </div>
            <Button
              size="small"
              disabled={locked}
              busy={calls.busy}
              onClick={() => setAsked(browser)}
            >
              {texts.forget}
            </Button>
          </div>
        ))}
        {asked !== undefined && (
          <Dialog
            title={fill(texts.forgetQuestion, { name: asked.browser ?? texts.unnamed })}
            confirm={texts.forget}
            danger
            onConfirm={() => forget(asked)}
            onCancel={() => setAsked(undefined)}
          >
            <p>{texts.forgetWarning}</p>
          </Dialog>
        )}
      </div>
    </Card>
  );
}
