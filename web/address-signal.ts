/** What the page shows, named by the part of its address behind `#/`. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** What the address asks of the page: `#/jobs?client=shop`. */
export const addressParameters = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(addressQuery.value));

/** The same, as it is written. */
export const addressQuery = signal('');

effect(() => {
  const follow = () => {
    addressQuery.value = location.hash.split('?')[1] ?? '';
  };
  follow();
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
});

/** Follows the address; `fallback` where it names none of `shown`. */
export function addressSignal<Name extends string>(
  shown: Readonly<Record<Name, unknown>>,
  fallback: Name,
): ReadonlySignal<Name> {
  const named = (): Name => {
    const [name = ''] = location.hash.slice(2).split('?');
    return Object.hasOwn(shown, name) ? (name as Name) : fallback;
  };
  const current = signal(named());
  effect(() => {
    const follow = () => {
      current.value = named();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  });
  return current;
}
