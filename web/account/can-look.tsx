/** Before anybody types a name: whether the service can look at faces at all. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { operator } from '../operator.ts';

type Sight = 'ready' | 'starting' | 'no-liveness';

/** Milliseconds between two looks at a service that is starting. */
const PATIENCE = 2000;

interface Readiness {
  readonly parts: { readonly engine?: 'ready' | 'not ready' };
  /** What the service runs without. */
  readonly missing: readonly string[];
}

/** Shows its children unless the service cannot look at faces, which it says instead. */
export function CanLook({ children }: { readonly children: ComponentChildren }) {
  const { account, shell } = t.value;
  const [sight, setSight] = useState<Sight>('ready');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      const seen = await sightOfService();
      if (gone) return;
      setSight(seen);
      if (seen === 'starting') timer = setTimeout(() => void look(), PATIENCE);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  if (sight === 'ready') return <>{children}</>;
  const { contact } = operator.value;
  return (
    <Notice
      tone={sight === 'starting' ? 'info' : 'warn'}
      live
      title={sight === 'starting' ? account.serviceStarts : account.cannotLook}
    >
      <p>
        {sight === 'starting' ? account.goesOn : account.cannotLookWhy}{' '}
        {sight !== 'starting' && contact && <a href={contact}>{shell.contact}</a>}
      </p>
    </Notice>
  );
}

/** A service that does not answer is for the next call to tell. */
async function sightOfService(): Promise<Sight> {
  try {
    const answer = await fetch('/readyz');
    const { parts, missing } = (await answer.json()) as Readiness;
    if (parts.engine !== 'ready') return 'starting';
    return missing.some((what) => /^liveness/i.test(what)) ? 'no-liveness' : 'ready';
  } catch {
    return 'ready';
  }
}
