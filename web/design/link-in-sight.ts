/** Keeps the current page's link in sight: on a phone, the list of links exceeds the page. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * For the scrolling element that contains the links.
 * @param href of the current page's link
 */
export function useLinkInSight(href: string): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = list.current?.querySelector(`[href="${href}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [href]);
  useEffect(() => {
    const links = list.current;
    if (links === null) return;
    // Sideways only, so that turning the phone keeps the reading position.
    const sizes = new ResizeObserver(() => {
      const link = links.querySelector(`[href="${href}"]`);
      if (link !== null) links.scrollLeft += middleOf(link) - middleOf(links);
    });
    sizes.observe(links);
    return () => sizes.disconnect();
  }, [href]);
  return list;
}

function middleOf(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}
