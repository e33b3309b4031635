/** What jobs decide, in the words of the bookkeeping. */
import type { NegativeDecision } from '../journal/negative-decisions.ts';

/** What enrolment did with a template. */
export type TemplateAction = 'NEW_TEMPLATE_CREATED' | 'TEMPLATE_UPDATED' | 'TEMPLATE_UPGRADED';
export type PerformedAction =
  | TemplateAction
  | 'NONE'
  | Extract<NegativeDecision, 'ENROLLMENT_FAILED'>;

/** All decisions; a # stands for a number. */
export type DecisionPattern =
  | NegativeDecision
  | 'verified'
  | 'live'
  | 'signed in'
  | 'signed in, known browser'
  | 'second factor'
  | 'passkey'
  | 'mail'
  | 'available'
  | 'not available'
  | 'deleted'
  | 'tags set'
  | 'accepted'
  | 'told'
  | 'created'
  | 'as answered before'
  | '# measures'
  | '# of # identified'
  | 'LEVEL_#'
  | PerformedAction;

type Numbered<Pattern> = Pattern extends `${infer Before}#${infer After}`
  ? `${Before}${number}${Numbered<After>}`
  : Pattern;

/** The second: verified, and what automatic enrolment did then. */
export type Decision = Numbered<DecisionPattern> | `verified, ${PerformedAction}`;
