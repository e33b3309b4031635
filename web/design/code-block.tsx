/** Code to read or to copy. */
import { useState } from 'preact/hooks';
import { t } from '../language.ts';
import { Button } from './button.tsx';

interface CodeBlockProps {
  /** What the code is, for screen readers. */
  readonly label: string;
  readonly code: string;
  /** One line: the button stands beside it. */
  readonly short?: boolean;
}

/** Milliseconds for which “Copied” is shown. */
const COPIED = 2000;

export function CodeBlock({ label, code, short = false }: CodeBlockProps) {
  const { shell } = t.value;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED);
  };
  return (
    <div class={short ? 'code code-short' : 'code'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keyboard, too */}
      <section class="code-scroll" aria-label={label} tabIndex={0}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <Button size="small" onClick={() => void copy()}>
        <span aria-live="polite">{copied ? shell.copied : shell.copy}</span>
      </Button>
    </div>
  );
}
