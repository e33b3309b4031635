/** Properties of every card of the profile. */
import type { User } from '../account/answers.ts';

export interface CardProps {
  readonly user: User;
  /** True: read-only for now. */
  readonly locked: boolean;
}
