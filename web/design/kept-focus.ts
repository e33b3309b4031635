/** Keeps the focus near: where what was pressed disappears, its surroundings take it. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For an element with `tabIndex={-1}` that stays while its content changes.
 * @param shown what the content depends on
 * @param begun false: there is no content yet, with which a focus could have been lost
 */
export function useKeptFocus<E extends HTMLElement>(
  shown: unknown,
  begun = true,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (isFocusLost() && !first.current) place.current?.focus({ preventScroll: true });
    first.current = !begun;
  }, [shown]);
  return place;
}

/** Whether what had the focus is gone, or nothing ever had it. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Called before what has the focus disappears: the card around it, or the page, takes it. */
export function focusSurroundings(): void {
  const place = document.activeElement?.closest<HTMLElement>('section, main');
  if (!place) return;
  place.tabIndex = -1;
  place.classList.add('kept-focus');
  place.focus({ preventScroll: true });
}
