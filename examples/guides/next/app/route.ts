/** The front page. */
import { read } from '../lib/cookies.ts';

const BUTTON = '<form method="post" action="/login"><button>Log in with your face</button></form>';

export async function GET(request: Request): Promise<Response> {
  const person = await read(request.headers, 'person');
  if (person !== undefined) return new Response(`You are logged in as ${person.name}.`);
  return new Response(BUTTON, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
