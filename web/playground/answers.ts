/** JSON types of the service's responses, from its contracts. */
import type { Static } from 'typebox';
import type * as enroll from '../../src/contract/enroll.ts';
import type * as liveness from '../../src/contract/liveness.ts';
import type * as session from '../../src/contract/liveness-session.ts';
import type * as members from '../../src/contract/members.ts';
import type * as photo from '../../src/contract/photo-verify.ts';
import type * as quality from '../../src/contract/quality.ts';
import type * as search from '../../src/contract/search.ts';
import type * as status from '../../src/contract/template-status.ts';
import type * as verify from '../../src/contract/verify.ts';
import type { Wire } from '../../src/contract/wire.ts';

export type JobError = Wire<Static<typeof members.JobErrorAnswer>>;
export type Face = Wire<Static<typeof members.Face>>;
export type Point = Face['leftEye'];
export type QualityAssessment = Wire<Static<typeof members.QualityAssessment>>;
export type ImageProperties = Wire<Static<typeof members.ImageProperties>>;

export type VerifyAnswer = Wire<verify.VerifyAnswer>;
export type EnrollAnswer = Wire<enroll.EnrollAnswer>;
export type TemplateStatus = Wire<status.TemplateStatusAnswer>;
export type SearchAnswer = Wire<search.SearchAnswer>;

export type LivenessAnswer = Wire<liveness.LivenessAnswer>;

export type CreatedSession = Wire<Static<typeof session.CreatedSessionAnswer>>;
export type ReadSession = Wire<Static<typeof session.LivenessSessionAnswer>>;

export type PhotoVerifyAnswer = Wire<photo.PhotoVerifyAnswer>;
export type VerificationLevel = PhotoVerifyAnswer['verificationLevel'];

export type QualityAnswer = Wire<quality.QualityAnswer>;
export type QualityMeasurement = QualityAnswer['qualityMeasurements'][number];
export type QualityExplanation = NonNullable<QualityAnswer['explanation']>;
export type QualityGroup = QualityExplanation['measures'][number]['group'];
