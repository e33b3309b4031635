/** Keeps the link of what is shown in sight: on a phone a list of them is wider than the page. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * For the element that holds the links.
 * @param href as the link of what is shown has it
 */
export function useLinkInSight(href: string): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[href="${href}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [href]);
  return list;
}
