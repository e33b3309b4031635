"""What the service answers. Made from clients/openapi.json: not to be edited."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

class FaceLeftEye(TypedDict):
    """Pixels of the submitted image after EXIF and the rotation by `rotated`."""

    x: float
    y: float


class FaceRightEye(TypedDict):
    """Pixels of the submitted image after EXIF and the rotation by `rotated`."""

    x: float
    y: float


class Face(TypedDict):
    """A face. Eyes are the subject's own: upright, rightEye.x < leftEye.x."""

    leftEye: FaceLeftEye
    rightEye: FaceRightEye
    textureLivenessScore: float
    motionLivenessScore: float
    movementDirection: float


class QualityAssessment(TypedDict):
    """Result of one quality check."""

    check: str
    score: float
    message: str


class ImageProperties(TypedDict):
    """What was found in an image."""

    rotated: Literal[0, 90, 180, 270]
    faces: list[Face]
    qualityScore: float
    qualityAssessments: list[QualityAssessment]
    frameNumber: int


class JobError(TypedDict):
    """An error that occurred while the job ran."""

    errorCode: str
    message: str


class VerifyResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    imageProperties: ImageProperties | None
    verified: bool
    score: float


class FaceTemplateStatusThumbnails(TypedDict):
    enrolled: str
    image: str


class FaceTemplateStatusConsent(TypedDict):
    reference: str
    recorded: str


class FaceTemplateStatus(TypedDict):
    """Status of a face template."""

    classId: int
    available: bool
    enrolled: str
    tags: list[str]
    encoderVersion: int
    featureVectors: int
    thumbnailsStored: int
    thumbnails: list[FaceTemplateStatusThumbnails]
    consent: FaceTemplateStatusConsent | None


class EnrollResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    imageProperties: list[ImageProperties]
    performedAction: Literal["NONE", "NEW_TEMPLATE_CREATED", "TEMPLATE_UPDATED", "TEMPLATE_UPGRADED", "ENROLLMENT_FAILED"]
    enrolledImages: int
    templateStatus: FaceTemplateStatus


class TemplateMatchResult(TypedDict):
    """A class that resembles the face in an image."""

    classId: int
    score: float


class SearchResponseResult(TypedDict):
    matches: list[TemplateMatchResult]


class SearchResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    imageProperties: list[ImageProperties]
    result: list[SearchResponseResult]


class LivenessDetectionResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    imageProperties: list[ImageProperties]
    live: bool
    livenessScore: float


class PhotoVerifyResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    imageProperties: list[ImageProperties]
    photoProperties: ImageProperties | None
    verificationLevel: Literal["NOT_RECOGNIZED", "LEVEL_1", "LEVEL_2", "LEVEL_3", "LEVEL_4", "LEVEL_5"]
    verificationScore: float
    live: bool
    livenessScore: float
    passiveAuthentication: NotRequired[Literal["NOT_CHECKED", "VALID", "FAILED"]]


class QualityMeasurement(TypedDict):
    measure: Literal["UnifiedQualityScore", "BackgroundUniformity", "IlluminationUniformity", "LuminanceMean", "LuminanceVariance", "UnderExposurePrevention", "OverExposurePrevention", "DynamicRange", "Sharpness", "CompressionArtifacts", "NaturalColour", "SingleFacePresent", "EyesOpen", "MouthClosed", "EyesVisible", "MouthOcclusionPrevention", "FaceOcclusionPrevention", "InterEyeDistance", "HeadSize", "LeftwardCropOfTheFaceImage", "RightwardCropOfTheFaceImage", "MarginAboveOfTheFaceImage", "MarginBelowOfTheFaceImage", "HeadPoseYaw", "HeadPosePitch", "HeadPoseRoll", "ExpressionNeutrality", "NoHeadCoverings"]
    rawValue: float
    scalarScore: int
    method: Literal["approximate"]


class QualityExplanationLandmarks(TypedDict):
    x: int
    y: int


class QualityExplanationMasks(TypedDict):
    name: Literal["landmarkedRegion", "background"]
    image: str


class QualityExplanationMeasures(TypedDict):
    measure: Literal["UnifiedQualityScore", "BackgroundUniformity", "IlluminationUniformity", "LuminanceMean", "LuminanceVariance", "UnderExposurePrevention", "OverExposurePrevention", "DynamicRange", "Sharpness", "CompressionArtifacts", "NaturalColour", "SingleFacePresent", "EyesOpen", "MouthClosed", "EyesVisible", "MouthOcclusionPrevention", "FaceOcclusionPrevention", "InterEyeDistance", "HeadSize", "LeftwardCropOfTheFaceImage", "RightwardCropOfTheFaceImage", "MarginAboveOfTheFaceImage", "MarginBelowOfTheFaceImage", "HeadPoseYaw", "HeadPosePitch", "HeadPoseRoll", "ExpressionNeutrality", "NoHeadCoverings"]
    identifier: int
    group: Literal["unified", "capture", "subject"]
    about: str
    advice: str


class QualityExplanation(TypedDict):
    alignedFace: str
    landmarks: list[QualityExplanationLandmarks]
    masks: list[QualityExplanationMasks]
    measures: list[QualityExplanationMeasures]


class FaceImageQualityResponse(TypedDict):
    status: Literal["SUCCEEDED", "FAULTED", "CANCELLED"]
    errors: list[JobError]
    qualityMeasurements: list[QualityMeasurement]
    explanation: QualityExplanation | None


class UploadResponse(TypedDict):
    accepted: bool
    warnings: list[str]
    error: str | None
    errors: list[JobError]


ChallengeResponse = TypedDict(
    "ChallengeResponse",
    {
        "challenge": "list[str]",
        "try": "int",
        "triesLeft": "int",
        "until": "str",
    },
)


class TaskResponse(TypedDict):
    success: bool
    error: str | None
    errors: list[JobError]
    triesLeft: int


TaskResult = TypedDict(
    "TaskResult",
    {
        "tokenid": "str",
        "task": "str",
        "bcid": "str | None",
        "success": "bool",
        "error": "str | None",
        "errors": "list[JobError]",
        "classIds": "list[int]",
        "try": "int",
        "triesLeft": "int",
        "jobid": "str",
        "finished": "str",
    },
)


class CreatedLivenessSession(TypedDict):
    sessionId: str
    token: str
    url: str
    expires: str
    readableUntil: str


class LivenessSession(TypedDict):
    sessionId: str
    state: Literal["created", "in-progress", "succeeded", "failed", "expired"]
    level: Literal["motion", "challenge"]
    attemptsLeft: int
    created: str
    expires: str
    readableUntil: str
    result: str | None
    referenceImage: str | None


class OwnLivenessSession(TypedDict):
    state: Literal["created", "in-progress", "succeeded", "failed", "expired"]
    level: Literal["motion", "challenge"]
    attemptsLeft: int
    expires: str
    application: str
    returnUrl: str | None


class ErrorResponse(TypedDict):
    """Why the request was not answered."""

    code: int
    message: str
    details: list[Any]


class MessageResponse(TypedDict):
    """Why a request about tokens was not answered."""

    Message: str
