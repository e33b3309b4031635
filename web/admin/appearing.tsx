/** Something that appears above what was pressed: it takes the focus, so that it is seen and read. */
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
