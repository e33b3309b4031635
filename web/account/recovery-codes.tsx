/** Recovery codes, shown once. */
import { useState } from 'preact/hooks';
import { Button } from '../design/button.tsx';
import { t } from '../language.ts';
import './recovery-codes.css';

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { recovery } = t.value;
  const [copied, setCopied] = useState(false);
  if (codes.length === 0) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  };
  return (
    <section class="stack-tight" aria-label={recovery.title}>
      <h2>{recovery.title}</h2>
      <p>{recovery.what}</p>
      <p>
        <b>{recovery.keep}</b>
      </p>
      <ul class="recovery-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={() => void copy().catch(() => setCopied(false))}>
          {copied ? recovery.copied : recovery.copy}
        </Button>
      </div>
    </section>
  );
}
