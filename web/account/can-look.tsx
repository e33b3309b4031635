/** Checks, before anybody types a name, whether the service can analyse faces, and says if there is no camera. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Readiness } from '../../src/protocols/http/plugins/health.ts';
import { useNoCamera } from '../camera/no-camera.ts';
import { Notice } from '../design/notice.tsx';
import { t } from '../language.ts';
import { operator } from '../operator.ts';
import { at } from '../root.ts';

/** Milliseconds between two polls of a service that is not ready. */
const PATIENCE = 2000;
/** After this many polls, the service no longer counts as starting. */
const LONG = 30;

type Sight = 'can' | 'starting' | 'cannot';

interface CanLookProps {
  /** True: the children are useful without a face, too. */
  readonly otherWay?: boolean;
  readonly children: ComponentChildren;
}

/** Shows its children once the service can analyse faces. Until then, explains why it cannot. */
export function CanLook({ otherWay = false, children }: CanLookProps) {
  const { account, camera, shell } = t.value;
  const noCamera = useNoCamera();
  const { contact } = operator.value;
  const [sight, setSight] = useState<Sight>('can');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async (times: number) => {
      const seen = await sightOf(times);
      if (gone) return;
      setSight(seen);
      if (seen !== 'can') timer = setTimeout(() => void look(times + 1), PATIENCE);
    };
    void look(1);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  if (sight === 'can')
    return (
      <>
        {noCamera && <Notice live>{camera.problems.none}</Notice>}
        {children}
      </>
    );
  if (sight === 'starting')
    return (
      <Notice tone="info" live title={account.serviceStarts}>
        <p>{account.goesOn}</p>
      </Notice>
    );
  return (
    <>
      <Notice tone="bad" live title={account.cannotLook}>
        <p>
          {account.onlyOperator} {contact && <a href={contact}>{shell.contact}</a>}
        </p>
      </Notice>
      {otherWay && children}
    </>
  );
}

/** The next call reports a service that does not respond. */
async function sightOf(times: number): Promise<Sight> {
  try {
    const answer = await fetch(at('/readyz'));
    const { parts, liveness } = (await answer.json()) as Readiness;
    if (parts.engine !== 'ready') return times < LONG ? 'starting' : 'cannot';
    return liveness ? 'can' : 'cannot';
  } catch {
    return 'can';
  }
}
