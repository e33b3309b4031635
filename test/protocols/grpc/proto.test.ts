/** The proto files against the interface: every message, field, number, type, service and call. */
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { MEASURES } from '../../../src/faces/quality/measures.ts';
import { ROOT } from '../../../testing/cli/run-cli.ts';

/** Fields as `type name = number`, in the order of their numbers. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  ImageData: [
    'bytes image = 1',
    'repeated string tags = 2',
    // Of our own, as the message below.
    'repeated BurstFrame burst = 100',
  ],
  BurstFrame: ['bytes image = 1', 'double at = 2'],
  ImageProperties: [
    'int32 rotated = 1',
    'repeated Face faces = 2',
    'double quality_score = 3',
    'repeated QualityAssessment quality_assessments = 4',
    'int32 frame_number = 5',
  ],
  Face: [
    'PointD left_eye = 2',
    'PointD right_eye = 3',
    'double texture_liveness_score = 11',
    'double motion_liveness_score = 12',
    'double movement_direction = 13',
  ],
  PointD: ['double x = 1', 'double y = 2'],
  QualityAssessment: ['string check = 1', 'double score = 2', 'string message = 3'],
  JobError: ['string error_code = 1', 'string message = 2'],

  LivenessDetectionRequest: ['repeated ImageData live_images = 1'],
  VideoLivenessDetectionRequest: ['bytes video = 1'],
  LivenessDetectionResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'repeated ImageProperties image_properties = 3',
    'bool live = 4',
    'double liveness_score = 5',
  ],
  PhotoVerifyRequest: [
    'repeated ImageData live_images = 1',
    'bytes photo = 2',
    'bool disable_liveness_detection = 3',
    // Of our own.
    'bytes security_object = 100',
  ],
  PhotoVerifyResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'repeated ImageProperties image_properties = 3',
    'ImageProperties photo_properties = 4',
    'AccuracyLevel verification_level = 5',
    'double verification_score = 6',
    'bool live = 7',
    'double liveness_score = 8',
    'PassiveAuthentication passive_authentication = 100',
  ],

  FaceEnrollmentRequest: [
    'int64 classId = 1',
    'repeated ImageData images = 2',
    // Of our own: the interface has no place for it.
    'string consent = 100',
    'bytes security_object = 101',
  ],
  FaceEnrollmentResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'repeated ImageProperties image_properties = 3',
    'EnrollmentAction performed_action = 4',
    'int32 enrolled_images = 5',
    'FaceTemplateStatus template_status = 6',
  ],
  FaceVerificationRequest: ['int64 classId = 1', 'ImageData image = 2'],
  FaceVerificationResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'ImageProperties image_properties = 3',
    'bool verified = 4',
    'double score = 5',
  ],
  FaceSearchRequest: [
    'repeated ImageData images = 1',
    'repeated string tags = 2',
    'bool top_matches = 3',
  ],
  FaceSearchResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'repeated ImageProperties image_properties = 3',
    'repeated SearchResult result = 4',
  ],
  SearchResult: ['repeated TemplateMatchResult matches = 1'],
  TemplateMatchResult: ['int64 classId = 1', 'double score = 2'],
  SetTemplateTagsRequest: ['int64 classId = 1', 'repeated string tags = 2'],
  SetTemplateTagsResponse: [],
  FaceTemplateStatusRequest: ['int64 classId = 1', 'bool download_thumbnails = 2'],
  FaceTemplateStatus: [
    'int64 classId = 1',
    'bool available = 2',
    'google.protobuf.Timestamp enrolled = 3',
    'repeated string tags = 4',
    'int32 encoder_version = 5',
    'int32 feature_vectors = 6',
    'int32 thumbnails_stored = 7',
    'repeated Thumbnail thumbnails = 8',
  ],
  Thumbnail: ['google.protobuf.Timestamp enrolled = 1', 'bytes image = 2'],
  DeleteTemplateRequest: ['int64 classId = 1'],
  DeleteTemplateResponse: [],

  FaceImageQualityRequest: ['bytes image = 1'],
  FaceImageQualityResponse: [
    'JobStatus status = 1',
    'repeated JobError errors = 2',
    'repeated QualityMeasurement quality_measurements = 3',
  ],
  QualityMeasurement: [
    'QualityMeasure measure = 1',
    'double raw_value = 2',
    'int32 scalar_score = 3',
  ],
};

const ENUMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  JobStatus: { SUCCEEDED: 0, FAULTED: 1, CANCELLED: 2 },
  'PhotoVerifyResponse.AccuracyLevel': {
    NOT_RECOGNIZED: 0,
    LEVEL_1: 1,
    LEVEL_2: 2,
    LEVEL_3: 3,
    LEVEL_4: 4,
    LEVEL_5: 5,
  },
  // Of our own.
  'PhotoVerifyResponse.PassiveAuthentication': { NOT_CHECKED: 0, VALID: 1, FAILED: 2 },
  'FaceEnrollmentResponse.EnrollmentAction': {
    NONE: 0,
    NEW_TEMPLATE_CREATED: 1,
    TEMPLATE_UPDATED: 2,
    TEMPLATE_UPGRADED: 3,
    ENROLLMENT_FAILED: -1,
  },
  QualityMeasure: {
    Unspecified: 0,
    UnifiedQualityScore: 0x41,
    BackgroundUniformity: 0x42,
    IlluminationUniformity: 0x43,
    LuminanceMean: 0x44,
    LuminanceVariance: 0x45,
    UnderExposurePrevention: 0x46,
    OverExposurePrevention: 0x47,
    DynamicRange: 0x48,
    Sharpness: 0x49,
    CompressionArtifacts: 0x4a,
    NaturalColour: 0x4b,
    SingleFacePresent: 0x4c,
    EyesOpen: 0x4d,
    MouthClosed: 0x4e,
    EyesVisible: 0x4f,
    MouthOcclusionPrevention: 0x50,
    FaceOcclusionPrevention: 0x51,
    InterEyeDistance: 0x52,
    HeadSize: 0x53,
    LeftwardCropOfTheFaceImage: 0x54,
    RightwardCropOfTheFaceImage: 0x55,
    MarginAboveOfTheFaceImage: 0x56,
    MarginBelowOfTheFaceImage: 0x57,
    HeadPoseYaw: 0x58,
    HeadPosePitch: 0x59,
    HeadPoseRoll: 0x5a,
    ExpressionNeutrality: 0x5b,
    NoHeadCoverings: 0x5c,
  },
};

/** Calls as `Request → Response`; each takes one message and answers one. */
const SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FaceRecognition: {
    Enroll: 'FaceEnrollmentRequest → FaceEnrollmentResponse',
    Verify: 'FaceVerificationRequest → FaceVerificationResponse',
    Search: 'FaceSearchRequest → FaceSearchResponse',
    Identify: 'FaceSearchRequest → FaceSearchResponse',
    SetTemplateTags: 'SetTemplateTagsRequest → SetTemplateTagsResponse',
    GetTemplateStatus: 'FaceTemplateStatusRequest → FaceTemplateStatus',
    DeleteTemplate: 'DeleteTemplateRequest → DeleteTemplateResponse',
  },
  FaceLiveness: {
    LivenessDetection: 'LivenessDetectionRequest → LivenessDetectionResponse',
    VideoLivenessDetection: 'VideoLivenessDetectionRequest → LivenessDetectionResponse',
    PhotoVerify: 'PhotoVerifyRequest → PhotoVerifyResponse',
  },
  FaceImageQualityService: {
    FaceImageQuality: 'FaceImageQualityRequest → FaceImageQualityResponse',
  },
};

const PACKAGE = '.prosopon.v1.';
const root = new protobuf.Root();
root.resolvePath = (_from, file) => (file.startsWith('google/') ? file : join(ROOT, 'proto', file));
root.loadSync(
  ['face_recognition', 'face_liveness', 'face_image_quality'].map(
    (file) => `prosopon/v1/${file}.proto`,
  ),
  { keepCase: true },
);
root.resolveAll();

const ours = (name: string) => name.startsWith(PACKAGE);
const nameOf = ({ fullName }: protobuf.ReflectionObject) => fullName.replace(PACKAGE, '');

/** Everything of one kind in the package, nested or not, by its name. */
function all<T extends protobuf.ReflectionObject>(
  kind: new (...given: never[]) => T,
  within: protobuf.NamespaceBase = root,
): T[] {
  return within.nestedArray.flatMap((found) => [
    ...(found instanceof kind && ours(found.fullName) ? [found] : []),
    ...(found instanceof protobuf.Namespace ? all(kind, found) : []),
  ]);
}

describe('the proto files', () => {
  it('have the messages of the interface, field by field', () => {
    const found = all(protobuf.Type).map((type) => [
      nameOf(type),
      type.fieldsArray
        .toSorted((a, b) => a.id - b.id)
        .map(
          ({ repeated, type, name, id }) => `${repeated ? 'repeated ' : ''}${type} ${name} = ${id}`,
        ),
    ]);
    expect(Object.fromEntries(found)).toEqual(MESSAGES);
  });

  it('have its enumerations, value by value', () => {
    const found = all(protobuf.Enum).map((type) => [nameOf(type), type.values]);
    expect(Object.fromEntries(found)).toEqual(ENUMS);
    expect(ENUMS.QualityMeasure).toEqual({
      Unspecified: 0,
      ...Object.fromEntries(Object.entries(MEASURES).map(([name, { id }]) => [name, id])),
    });
  });

  it('have its services, call by call, without streams', () => {
    const found = all(protobuf.Service).map((service) => [
      nameOf(service),
      Object.fromEntries(
        service.methodsArray.map(({ name, requestType, responseType }) => [
          name,
          `${requestType} → ${responseType}`,
        ]),
      ),
    ]);
    expect(Object.fromEntries(found)).toEqual(SERVICES);
    const methods = all(protobuf.Service).flatMap(({ methodsArray }) => methodsArray);
    expect(methods.filter((call) => call.requestStream || call.responseStream)).toEqual([]);
  });
});
