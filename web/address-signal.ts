/** The part of the page to show, named in its address after `#/`. */
import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** Parameters in the address: `#/jobs?client=shop`. */
export const addressParameters = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(addressQuery.value));

/** The query as written. */
export const addressQuery = signal('');

effect(() => {
  const follow = () => {
    addressQuery.value = location.hash.split('?')[1] ?? '';
  };
  follow();
  window.addEventListener('hashchange', follow);
  return () => window.removeEventListener('hashchange', follow);
});

/** Follows the address. `fallback` applies if it names none of `shown`. */
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
