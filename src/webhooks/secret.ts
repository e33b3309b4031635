/** Secrets of webhooks and their signatures, by Standard Webhooks 1.0. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** An entry of the header `webhook-signature`: HMAC-SHA-256 of id, timestamp and body. */
export const signatureOf = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};
