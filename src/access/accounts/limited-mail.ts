/** Limits mail by recipient, so that strangers cannot fill a mailbox. */
import { ResourceExhausted } from '../../errors.ts';
import type { Quotas } from '../quotas.ts';
import { identifierKey } from './check-user.ts';
import type { SendMail } from './mail.ts';

/** The mailbox of an address, without the part after a plus. */
const boxOf = (address: string): string => identifierKey(address).replace(/\+[^@]*@/, '@');

/** Sends as `sendMail` does. @throws ResourceExhausted the address has received enough */
export function limitMail(quotas: Pick<Quotas, 'take'>, sendMail: SendMail): SendMail {
  return async (mail) => {
    const wait = await quotas.take(mail.notice === true ? 'notice' : 'mail', boxOf(mail.to));
    if (wait > 0) throw new ResourceExhausted('Too much mail to this address; try later.', wait);
    await sendMail(mail);
  };
}
