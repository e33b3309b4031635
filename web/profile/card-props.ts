/** What every card of the profile is given. */
import type { User } from '../account/answers.ts';

export interface CardProps {
  readonly user: User;
  /** True: only looking is allowed now. */
  readonly locked: boolean;
}
