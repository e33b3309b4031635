/** Choices of the user, kept for the next visit. Browsers may forbid keeping anything. */

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice holds until the user leaves the page.
  }
}
