/** A one-time token after the `#` of an address, so that no server receives it. */

/**
 * Takes the token out of the address at once. A later one, pasted into the address of the open page,
 * loads the page anew: browsers would only scroll.
 * @param mark what precedes the token
 */
export function takeToken(mark = ''): string | undefined {
  const token = tokenAfter(mark);
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  window.addEventListener('hashchange', () => {
    const isPlaceOfPage = document.getElementById(location.hash.slice(1)) !== null;
    if (tokenAfter(mark) !== undefined && !isPlaceOfPage) location.reload();
  });
  return token;
}

function tokenAfter(mark: string): string | undefined {
  const text = location.hash.slice(1);
  return text.startsWith(mark) && text !== mark ? text.slice(mark.length) : undefined;
}
