/** The service's responses to the page of a liveness session. */
import type { Static } from 'typebox';
import type { OwnSessionAnswer } from '../../src/contract/liveness-session.ts';
import type { ChallengeAnswer, TaskAnswer, UploadAnswer } from '../../src/contract/task.ts';
import type { Wire } from '../../src/contract/wire.ts';

export type OwnSession = Wire<Static<typeof OwnSessionAnswer>>;
export type Challenge = Wire<Static<typeof ChallengeAnswer>>;
export type Uploaded = Wire<UploadAnswer>;
export type Judged = Wire<Static<typeof TaskAnswer>>;
