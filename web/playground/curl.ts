/** The call as a shell command. Token and files come from commands, not from long text. */
import type { ServiceCall } from './service-call.ts';

/** @param base address of the service @param program how it is called on the service's machine */
export function curlLine(
  call: ServiceCall,
  base: string,
  clientId: string,
  program = 'bin/prosopon',
): string {
  const options = [
    `-X ${call.method} ${base}${call.path}`,
    `-H "Authorization: Bearer $(${program} token --client ${clientId})"`,
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `-H '${name}: ${value}'`),
  ];
  if (call.body === undefined)
    return ['curl', ...options].join(' \\\n  ').replace('curl \\\n ', 'curl');
  options.push("-H 'Content-Type: application/json'", '--data-binary @-');
  const body = `echo '${bodyForShell(call.body)}'`;
  return `${body} |\n  curl ${options.join(' \\\n  ')}`;
}

/** JSON between single quotes, with a command in place of each file. */
function bodyForShell(body: unknown): string {
  const files: string[] = [];
  const json = JSON.stringify(body, (_key, value) => {
    if (!(value instanceof Blob)) return value;
    const ending = value.type.split('/')[1] ?? 'jpg';
    files.push(
      `${value.type.startsWith('video') ? 'video' : 'image'}${files.length + 1}.${ending}`,
    );
    return `\0${files.length - 1}`;
  });
  return json
    .replaceAll("'", "'\\''")
    .replace(/\\u0000(\d+)/g, (_, index) => `'$(base64 < ${files[Number(index)]} | tr -d '\\n')'`);
}
