/** Code to read or copy. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../language.ts';
import { Button } from './button.tsx';

interface CodeBlockProps {
  /** Describes the code to screen readers. */
  readonly label: string;
  readonly code: string;
  /** One line, with the button next to it. */
  readonly short?: boolean;
}

/** Milliseconds for which “Copied” is shown. */
const COPIED = 2000;

export function CodeBlock({ label, code, short = false }: CodeBlockProps) {
  const { shell } = t.value;
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState(false);
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setFailed(false);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED);
    } catch {
      // Fallback without TLS or permission. Some code is shown only once.
      getSelection()?.selectAllChildren(text.current!);
      setFailed(true);
    }
  };
  return (
    <>
      <div class={short ? 'code code-short' : 'code'}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, with the keyboard, too */}
        <section class="code-scroll" aria-label={label} tabIndex={0}>
          <pre>
            <code ref={text}>{code}</code>
          </pre>
        </section>
        <Button size="small" onClick={() => void copy()}>
          <span aria-live="polite">{copied ? shell.copied : shell.copy}</span>
        </Button>
      </div>
      {failed && (
        <p class="small" role="alert">
          {shell.notCopied}
        </p>
      )}
    </>
  );
}
