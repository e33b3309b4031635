/** What jobs decide, in the words of the bookkeeping. */

/** What enrolment did with a template. */
export type TemplateAction = 'NEW_TEMPLATE_CREATED' | 'TEMPLATE_UPDATED' | 'TEMPLATE_UPGRADED';
export type PerformedAction = TemplateAction | 'NONE' | 'ENROLLMENT_FAILED';

/** All decisions; a # stands for a number. */
export type DecisionPattern =
  | 'verified'
  | 'not verified'
  | 'live'
  | 'not live'
  | 'signed in'
  | 'not signed in'
  | 'second factor'
  | 'passkey'
  | 'mail'
  | 'available'
  | 'not available'
  | 'deleted'
  | 'tags set'
  | 'accepted'
  | 'not accepted'
  | 'told'
  | 'as answered before'
  | '# measures'
  | '# of # identified'
  | 'LEVEL_#'
  | 'NOT_RECOGNIZED'
  | PerformedAction;

type Numbered<Pattern> = Pattern extends `${infer Before}#${infer After}`
  ? `${Before}${number}${Numbered<After>}`
  : Pattern;

/** The second: verified, and what automatic enrolment did then. */
export type Decision = Numbered<DecisionPattern> | `verified, ${PerformedAction}`;
