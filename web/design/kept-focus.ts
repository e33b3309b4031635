/** Keeps the focus near: if the pressed element disappears, its surroundings take the focus. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * For an element with `tabIndex={-1}` that stays while its content changes.
 * @param shown the dependencies of the content
 * @param begun false: there is no content yet, so no focus can have been lost
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

/** Whether the focused element is gone, or nothing ever had the focus. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Call before the focused element disappears. The card around it, or the page, takes the focus. */
export function focusSurroundings(): void {
  const place = document.activeElement?.closest<HTMLElement>('section, main');
  if (!place) return;
  place.tabIndex = -1;
  place.classList.add('kept-focus');
  place.focus({ preventScroll: true });
}
