/** Lets a phone run the session: its link as a code to scan, while this page follows. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { at } from '../root.ts';

interface OnPhoneProps {
  /** Of the session: the link is good for it alone, and ends with it. */
  readonly token: string;
  /** Called every few seconds, to see how far the phone is. */
  readonly onFollow: () => void;
}

const FOLLOW_MS = 3000;

export function OnPhone({ token, onFollow }: OnPhoneProps) {
  const { livenessSession: texts } = t.value;
  const [code, setCode] = useState<string>();
  const link = `${location.origin}${at('/liveness')}#${token}`;
  useEffect(() => {
    const drawn = import('qrcode').then((qr) => qr.toString(link, { type: 'svg' }));
    drawn.then((svg) => setCode(`data:image/svg+xml,${encodeURIComponent(svg)}`)).catch(() => {});
    const timer = setInterval(onFollow, FOLLOW_MS);
    return () => clearInterval(timer);
  }, [link]);
  return (
    <div class="stack-tight">
      <p>
        <strong>{texts.phone}</strong>
      </p>
      <p>{texts.scan}</p>
      {code !== undefined && <img src={code} alt={texts.phone} width="200" height="200" />}
    </div>
  );
}
