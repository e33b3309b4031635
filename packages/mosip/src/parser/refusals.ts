/** Why a call is refused: by its envelope, or by a status of the SDK. */
import { type SdkAnswer, type SdkStatus, sdkAnswer } from '../sdk-status.ts';

/** A content that cannot be read. MOSIP answers it with `errors`. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** A data block that cannot be used. */
export class BadBlock extends Error {
  override readonly name = 'BadBlock';
}

/** Ends an operation with that status. */
export class SdkRefusal extends Error {
  override readonly name = 'SdkRefusal';
  readonly answer: SdkAnswer;

  constructor(status: Exclude<SdkStatus, 'ok'>, about = '') {
    const answer = sdkAnswer(status, null, about);
    super(answer.statusMessage);
    this.answer = answer;
  }
}
