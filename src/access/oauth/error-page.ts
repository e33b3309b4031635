/** The page for login requests that cannot be sent back to the application that made them. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** A whole HTML page without style or script. */
export function errorPage(error: string, description = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Login not possible</title>
</head>
<body>
<main>
<h1>Login not possible</h1>
<p>The application sent a request that cannot be answered. Go back to it and try again.</p>
<p><code>${escapeHtml(error)}</code> ${escapeHtml(description)}</p>
</main>
</body>
</html>
`;
}
