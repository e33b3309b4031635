/** Keeps the link of what is shown in sight: on a phone a list of them is wider than the page. */
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * For the element that holds the links, and scrolls.
 * @param href as the link of what is shown has it
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
    // Sideways only: somebody who has turned the phone goes on reading where they were.
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
