/** Mail to users, through SMTP if configured. */
import type { Config } from '../../config/config.ts';
import { ResourceExhausted, Unavailable } from '../../errors.ts';
import { QUOTAS, type Quotas } from '../quotas.ts';
import { identifierKey } from './check-user.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** True: tells the owner about a change in the account. */
  readonly notice?: boolean;
}

/** Resolves when the mail is handed over. @throws Unavailable the service cannot send mail */
export type SendMail = (mail: Mail) => Promise<void>;

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailToLog'>;

/** Whether the service can send mail. */
export const sendsMail = ({ smtpUrl, mailToLog }: MailConfig): boolean =>
  smtpUrl !== undefined || mailToLog;

/** Sends by SMTP. Without a server, logs mail and its one-time links if so configured. */
export function createMailer(
  { smtpUrl, mailFrom, mailToLog }: MailConfig,
  log: (message: string) => void,
): SendMail {
  if (smtpUrl !== undefined) return smtpMailer(smtpUrl, mailFrom);
  return async ({ to, subject, text }) => {
    if (!mailToLog)
      throw new Unavailable(
        'This service cannot send mail: the operator has to set PROSOPON_SMTP_URL.',
        60,
      );
    log(`mail to ${to} (no SMTP server): ${subject}\n${text}`);
  };
}

function smtpMailer(smtpUrl: string, from: string): SendMail {
  return async ({ to, subject, text }) => {
    // Loaded with the first mail, because most processes send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport(smtpUrl);
    try {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
}

/** The mailbox of an address, without the part after a plus. */
const boxOf = (address: string): string => identifierKey(address).replace(/\+[^@]*@/, '@');

/** Sends as `sendMail` does. @throws ResourceExhausted the address has received enough */
export function limitMail(quotas: Pick<Quotas, 'take'>, sendMail: SendMail): SendMail {
  return async (mail) => {
    const kind = mail.notice === true ? 'notice' : 'mail';
    const wait = await quotas.take(kind, boxOf(mail.to));
    if (wait > 0) {
      const [hourly, daily] = QUOTAS[kind].map(({ most }) => most);
      throw new ResourceExhausted(
        `This address has had ${hourly} mails within an hour, or ${daily} within a day: wait ${wait} seconds.`,
        wait,
      );
    }
    await sendMail(mail);
  };
}
