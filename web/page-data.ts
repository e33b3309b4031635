/** Data that the service has written into the page, by name. */
export const pageData = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
