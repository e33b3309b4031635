/** Shared by both example sites: settings from the environment, and sessions. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import express, { type Express } from 'express';
import session from 'express-session';

export interface SiteSettings {
  /** Public address of Prosopon (PUBLIC_URL). */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Address of this site. Its redirect URI is `/callback` below it. */
  readonly url: string;
}

/** The user, from `/people/me`. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

declare module 'express-session' {
  interface SessionData {
    person: Person;
    /** The login in progress. */
    login: { readonly verifier: string; readonly state: string; readonly nonce: string };
  }
}

/** Addresses of Prosopon and the site. Default: this machine. */
export function placeFromEnvironment(
  env: NodeJS.ProcessEnv = process.env,
): Pick<SiteSettings, 'issuer' | 'url'> & { readonly port: number } {
  const { PUBLIC_URL = runningProsopon(env), ISSUER = PUBLIC_URL, SITE_PORT = '3000' } = env;
  return { issuer: ISSUER, url: `http://127.0.0.1:${SITE_PORT}`, port: Number(SITE_PORT) };
}

/** At PORT, or at the address that the Prosopon of this folder has recorded. */
function runningProsopon({ PORT, PROSOPON_DATA = 'data' }: NodeJS.ProcessEnv): string {
  const file = `${PROSOPON_DATA}/service.json`;
  if (PORT !== undefined || !existsSync(file)) return `http://127.0.0.1:${PORT ?? 8080}`;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly publicUrl: string }).publicUrl;
}

/** An Express app with sessions. Its cookie has its own name, because ports share cookies. */
export function createSite(name: string): Express {
  const app = express();
  const cookie = { httpOnly: true, sameSite: 'lax' as const };
  const secret = randomBytes(32).toString('hex');
  app.use(session({ name, secret, cookie, resave: false, saveUninitialized: false }));
  return app;
}
