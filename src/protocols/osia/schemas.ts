/** Requests and responses of OSIA's ABIS interface 1.6 (OSIA v6), as far as served here. */
import { type Static, Type } from 'typebox';
import { maybe } from '../../contract/members.ts';

const closed = { additionalProperties: false };
const Free = Type.Object({}, { additionalProperties: true });

/** Members beside type and image describe an image, or are unsupported. */
export type BiometricData = Static<typeof BiometricData>;
export const BiometricData = Type.Object(
  {
    biometricType: Type.Enum(['FACE', 'FINGER', 'IRIS', 'SIGNATURE', 'UNKNOWN']),
    biometricSubType: maybe(Type.String()),
    instance: maybe(Type.String()),
    encounterId: maybe(Type.String()),
    image: maybe(Type.String()),
    imageRef: maybe(Type.String()),
    captureDate: maybe(Type.String()),
    captureDevice: maybe(Type.String()),
    impressionType: maybe(Type.String()),
    width: maybe(Type.Integer()),
    height: maybe(Type.Integer()),
    bitdepth: maybe(Type.Integer()),
    mimeType: maybe(Type.String()),
    resolution: maybe(Type.Integer()),
    compression: maybe(Type.Enum(['NONE', 'WSQ', 'JPEG', 'JPEG2000', 'PNG'])),
    missing: maybe(Type.Array(Free)),
    metadata: maybe(Type.String()),
    comment: maybe(Type.String()),
    template: maybe(Type.String()),
    templateRef: maybe(Type.String()),
    templateFormat: maybe(Type.String()),
    quality: maybe(Type.Integer()),
    qualityFormat: maybe(Type.String()),
    algorithm: maybe(Type.String()),
    vendor: maybe(Type.String()),
  },
  closed,
);
const Biometrics = Type.Array(BiometricData);

export type Encounter = Static<typeof Encounter>;
export const Encounter = Type.Object(
  {
    // In responses. In requests it is part of the address, if present.
    encounterId: maybe(Type.String()),
    status: Type.Enum(['ACTIVE', 'INACTIVE']),
    encounterType: Type.String(),
    galleries: maybe(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
    clientData: maybe(Type.String()),
    contextualData: maybe(Free),
    biographicData: maybe(Free),
    biometricData: Biometrics,
  },
  closed,
);

export const VerifyRequest = Type.Object({ biometricData: Biometrics }, closed);
export const VerifyTwoRequest = Type.Object(
  { biometricData1: Biometrics, biometricData2: Biometrics },
  closed,
);
export const IdentifyRequest = Type.Object({ filter: Free, biometricData: Biometrics }, closed);

export const OsiaError = Type.Object({ code: Type.Integer(), message: Type.String() }, closed);

export const PersonIds = Type.Object(
  {
    personId: Type.String(),
    encounterId: Type.String(),
    /** `skipped`: why an image was not enrolled. */
    others: Type.Optional(Free),
  },
  closed,
);

const ScoreDetail = Type.Object(
  {
    score: Type.Number(),
    encounterId: Type.Optional(Type.String()),
    biometricType: Type.Literal('FACE'),
  },
  closed,
);
export const Verification = Type.Object(
  { decision: Type.Boolean(), scores: Type.Array(ScoreDetail) },
  closed,
);
export const Candidates = Type.Array(
  Type.Object(
    { personId: Type.String(), rank: Type.Integer({ minimum: 1 }), score: Type.Number() },
    closed,
  ),
);

export const TaskId = Type.Object({ taskId: Type.String() }, closed);
export const TaskStatus = Type.Enum([
  'PENDING',
  'RESPONSE_SCHEDULED',
  'RESPONSE_ERROR',
  'RESPONSE_RETRY',
  'COMPLETED',
]);
