/** Requests and responses of OSIA's ABIS interface 1.6 (OSIA v6), as far as served here. */
import { type Static, type TSchema, Type } from 'typebox';

/** A member that may be absent or null, with the same meaning. */
const maybe = <T extends TSchema>(schema: T) =>
  Type.Optional(Type.Unsafe<Static<T>>(Type.Union([schema, Type.Null()])));

const closed = { additionalProperties: false };
/** Longer texts than these members have. */
const Text = Type.String({ maxLength: 1000 });
/** Images of a call, as enrolment has it. */
const MOST_ITEMS = 100;
const Free = Type.Object({}, { additionalProperties: true });

/** Members beside type and image describe an image, or are unsupported. */
export type BiometricData = Static<typeof BiometricData>;
export const BiometricData = Type.Object(
  {
    biometricType: Type.Enum(['FACE', 'FINGER', 'IRIS', 'SIGNATURE', 'UNKNOWN']),
    biometricSubType: maybe(Text),
    instance: maybe(Text),
    encounterId: maybe(Text),
    image: maybe(Type.Unsafe<string | Uint8Array>({ type: 'string', contentEncoding: 'base64' })),
    imageRef: maybe(Text),
    captureDate: maybe(Text),
    captureDevice: maybe(Text),
    impressionType: maybe(Text),
    width: maybe(Type.Integer()),
    height: maybe(Type.Integer()),
    bitdepth: maybe(Type.Integer()),
    mimeType: maybe(Text),
    resolution: maybe(Type.Integer()),
    compression: maybe(Type.Enum(['NONE', 'WSQ', 'JPEG', 'JPEG2000', 'PNG'])),
    missing: maybe(Type.Array(Free, { maxItems: MOST_ITEMS })),
    metadata: maybe(Text),
    comment: maybe(Text),
    template: maybe(Type.String()),
    templateRef: maybe(Text),
    templateFormat: maybe(Text),
    quality: maybe(Type.Integer()),
    qualityFormat: maybe(Text),
    algorithm: maybe(Text),
    vendor: maybe(Text),
  },
  closed,
);
const Biometrics = Type.Array(BiometricData, { maxItems: MOST_ITEMS });

export type Encounter = Static<typeof Encounter>;
export const Encounter = Type.Object(
  {
    // In responses. In requests it is part of the address, if present.
    encounterId: maybe(Text),
    status: Type.Enum(['ACTIVE', 'INACTIVE']),
    encounterType: Text,
    galleries: maybe(Type.Array(Text, { minItems: 1, maxItems: 16 })),
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
