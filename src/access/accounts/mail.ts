/** Mail to users: through SMTP where that is configured, else into the log. */
import type { Config } from '../../config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Resolves when the mail is handed over. */
export type SendMail = (mail: Mail) => Promise<void>;

/**
 * @param log is given the mail where there is no SMTP server, which is for development only
 */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  log: (message: string) => void,
): SendMail {
  if (smtpUrl === undefined)
    return async ({ to, subject, text }) =>
      log(`mail to ${to} (no SMTP server): ${subject}\n${text}`);
  return async (mail) => {
    // Loaded with the first mail, because most processes never send one.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(smtpUrl);
    try {
      await transport.sendMail({ from: mailFrom, ...mail });
    } finally {
      transport.close();
    }
  };
}
