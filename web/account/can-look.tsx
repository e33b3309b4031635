/** Before anybody types a name: whether the service can look at faces yet. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Readiness } from '../../src/protocols/http/plugins/health.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';

/** Milliseconds between two polls of a service that is starting. */
const PATIENCE = 2000;

/** Shows its children once the service can look at faces, and until then that it starts. */
export function CanLook({ children }: { readonly children: ComponentChildren }) {
  const { account } = t.value;
  const [starting, setStarting] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      const starts = await isStarting();
      if (gone) return;
      setStarting(starts);
      if (starts) timer = setTimeout(() => void look(), PATIENCE);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  if (!starting) return <>{children}</>;
  return (
    <Notice tone="info" live title={account.serviceStarts}>
      <p>{account.goesOn}</p>
    </Notice>
  );
}

/** A service that does not answer is for the next call to tell. */
async function isStarting(): Promise<boolean> {
  try {
    const answer = await fetch('/readyz');
    return ((await answer.json()) as Readiness).parts.engine !== 'ready';
  } catch {
    return false;
  }
}
