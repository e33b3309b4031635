/** What both example sites share: settings from the environment, and sessions. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import express, { type Express } from 'express';
import session from 'express-session';

export interface SiteSettings {
  /** Address of Prosopon, its PUBLIC_URL. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of this site; `/callback` below it is registered as the redirect URI. */
  readonly url: string;
}

/** What `/people/me` told about the user. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

declare module 'express-session' {
  interface SessionData {
    person: Person;
    /** Of the login under way. */
    login: { readonly verifier: string; readonly state: string; readonly nonce: string };
  }
}

/** Where Prosopon and the site are: on this machine unless the environment says otherwise. */
export function placeFromEnvironment(
  env: NodeJS.ProcessEnv = process.env,
): Pick<SiteSettings, 'issuer' | 'url'> & { readonly port: number } {
  const { PUBLIC_URL = runningProsopon(env), ISSUER = PUBLIC_URL, SITE_PORT = '3000' } = env;
  return { issuer: ISSUER, url: `http://127.0.0.1:${SITE_PORT}`, port: Number(SITE_PORT) };
}

/** Where PORT says, or the Prosopon of this folder has written down that it is. */
function runningProsopon({ PORT, PROSOPON_DATA = 'data' }: NodeJS.ProcessEnv): string {
  const file = `${PROSOPON_DATA}/service.json`;
  if (PORT !== undefined || !existsSync(file)) return `http://127.0.0.1:${PORT ?? 8080}`;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly publicUrl: string }).publicUrl;
}

/** An Express app with sessions; its cookie has a name of its own, as ports share cookies. */
export function createSite(name: string): Express {
  const app = express();
  const cookie = { httpOnly: true, sameSite: 'lax' as const };
  const secret = randomBytes(32).toString('hex');
  app.use(session({ name, secret, cookie, resave: false, saveUninitialized: false }));
  return app;
}
