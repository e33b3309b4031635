/** Content that appears above the pressed button. It takes the focus, so that people notice it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function Appearing({ children }: { readonly children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div class="kept-focus" ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
