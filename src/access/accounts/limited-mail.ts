/** Limits mail by recipient, so that strangers cannot fill a mailbox. */
import { ResourceExhausted } from '../../errors.ts';
import { QUOTAS, type Quotas } from '../quotas.ts';
import { identifierKey } from './check-user.ts';
import type { SendMail } from './mail.ts';

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
