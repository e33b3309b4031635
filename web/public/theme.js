// Runs before anything is painted, so that a page does not flash in the other theme: see theme.ts.
try {
  const theme = localStorage.getItem('prosopon.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing may be kept here: the theme is the system's.
}
