/** A notice. Errors are announced to screen readers at once. */
import type { ComponentChildren } from 'preact';
import { BadIcon, GoodIcon, InfoIcon, WarnIcon } from './icons.tsx';

export type Tone = 'info' | 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: string;
  /** Continues the title in plain letters. */
  readonly more?: string | undefined;
  readonly children?: ComponentChildren;
  /** True: announced when it appears. */
  readonly live?: boolean;
}

const ICONS = { info: InfoIcon, good: GoodIcon, warn: WarnIcon, bad: BadIcon };

export function Notice({ tone = 'info', title, more, children, live = false }: NoticeProps) {
  const ToneIcon = ICONS[tone];
  const role = live ? (tone === 'bad' ? 'alert' : 'status') : undefined;
  return (
    <div class={`notice notice-${tone}`} role={role}>
      <ToneIcon />
      <div class="notice-body">
        {title && (
          <p class="notice-title">
            {title}
            {more && <span class="notice-more"> {more}</span>}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
