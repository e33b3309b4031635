/** Made by openapi-typescript from openapi.json 5aeb6e10a44660b413f86803f960bdad650d040e0b87e3c0bc060b555141f9b3: not to be edited. */
export interface paths {
    readonly "/token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Issue a task token
         * @description A JWT that lets its holder, a browser or a phone, do one task for one person within ten minutes. Send it as bearer token to the operations it permits. With one image, liveness is passive detection against crude attacks: demand a challenge, or set `leastLiveness`.
         */
        readonly get: operations["getToken"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/result": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * How a task ended
         * @description For the client that requested the token. Trust this answer, not what a browser says. It is kept for a day after the token has expired.
         */
        readonly get: operations["getTaskResult"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/upload": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Upload a sample
         * @description Keeps an image for the task of the token, encrypted, until the task has run or the token has expired. A task takes at most 8. Images without exactly one face are not accepted. Where liveness is demanded, images that were used before are not accepted either.
         */
        readonly post: operations["uploadSample"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/challenge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin an attempt and learn its challenge
         * @description For clients whose setting `revealChallenges` reveals each challenge only when its attempt begins. The claim `challenge` of their tokens has an empty list for each attempt, `challenges` the number of directions. The call takes one attempt and erases the samples uploaded before. The task has to run within two minutes. Until then, further calls get the same answer.
         */
        readonly post: operations["tellChallenge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Run the task verify
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly get: operations["getTask_verify"];
        readonly put?: never;
        /**
         * Run the task verify
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly post: operations["runTask_verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/identify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Run the task identify
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly get: operations["getTask_identify"];
        readonly put?: never;
        /**
         * Run the task identify
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly post: operations["runTask_identify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/enroll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Run the task enroll
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly get: operations["getTask_enroll"];
        readonly put?: never;
        /**
         * Run the task enroll
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly post: operations["runTask_enroll"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/livenessdetection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Run the task livenessdetection
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly get: operations["getTask_livenessdetection"];
        readonly put?: never;
        /**
         * Run the task livenessdetection
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly post: operations["runTask_livenessdetection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/task/v1/livenesssession": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What the session of the token demands
         * @description Progress of the session, for the browser. The answer holds no result.
         */
        readonly get: operations["getOwnLivenessSession"];
        readonly put?: never;
        /**
         * Run the task livenesssession
         * @description Runs the task on the uploaded samples, erases them and takes one attempt of the token. A repeated call without new samples, or with the same ones, gets the same answer and takes none. Where liveness is demanded, the head has to move from each sample to the next. With a challenge, the tags of the samples have to match the attempt, in order.
         */
        readonly post: operations["runTask_livenesssession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/enroll/{classId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enrol a person
         * @description Adds the face of every image to the template of the class, which is created when it does not exist. An image may be a document that holds it, where the service reads documents: EF.DG2 of a travel document, or an mdoc (ISO/IEC 18013-5). Images without exactly one good face are skipped with one error each; when an image cannot be decoded nothing is enrolled. An empty list upgrades the template to the running encoder from its thumbnails.
         */
        readonly post: operations["enroll"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/verify/{classId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Verify a person
         * @description Compares the one face in the image with the template of the class, at the calibrated threshold of the client's false-match rate.
         */
        readonly post: operations["verify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/template/status/{classId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Status of a template
         * @description A class without template is answered with `available: false`.
         */
        readonly get: operations["getTemplateStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/template/{classId}/tags": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the tags of a template
         * @description Replaces the whole set: at most 64 tags of 1 to 64 printable characters.
         */
        readonly put: operations["setTemplateTags"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/template/{classId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a template
         * @description Erases the template, its thumbnails and tags.
         */
        readonly delete: operations["deleteTemplate"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search people
         * @description Looks the one face of every image up among the templates of the client that carry all the tags. The identification threshold follows from their number and from the false-positive identification rate of the client, and is never below that of verification. Classes with too many refused comparisons are not found.
         */
        readonly post: operations["search"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/face/v1/identify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Identify a person
         * @description Looks the one face of every image up among the templates of the client that carry all the tags. The identification threshold follows from their number and from the false-positive identification rate of the client, and is never below that of verification. Classes with too many refused comparisons are not found.
         */
        readonly post: operations["identify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/livenessdetection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Detect liveness in one or two images
         * @description One image is passive detection against crude attacks: texture, obvious fakes. Two: the same on each, and 3-D motion of the head between them. Tags on the second image: the head must also have moved where they say. Every decision has to be for a live person. Less than the setting `leastLiveness` of the client demands is 400.
         */
        readonly post: operations["livenessDetection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/videolivenessdetection": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Detect liveness in a video
         * @description Looks at frames at equal distances, at least 7 with one suitable face and at most 25 in all, until the evidence suffices for or against a live person. If it never suffices, the video is not live. Fewer than 7 suitable frames: `FailureToAcquire`. Another person in a later frame counts against liveness. A face that never turns, blinks or speaks is not live.
         */
        readonly post: operations["videoLivenessDetection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/photoverify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Compare an ID photo with live images
         * @description Detects liveness first, unless that is disabled, and then compares the photo with the live images; of two the weaker match decides. A document whose issuer did not sign the photo is refused, where that can be checked. Nothing is stored.
         */
        readonly post: operations["photoVerify"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/ofiq/v1/faceimagequality": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Grade a face image
         * @description Measures of ISO/IEC 29794-5 of the largest face, each with its raw value and a score of 0 to 100. An image without a face answers `FaceDetectionError` and no measures.
         */
        readonly post: operations["faceImageQuality"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/liveness-sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a liveness session
         * @description The holder of the token has to prove liveness. Needs the setting `livenessSessions`.
         */
        readonly post: operations["createLivenessSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/liveness-sessions/{sessionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a liveness session
         * @description State and signed result, for the client that created it. Trust the result alone.
         */
        readonly get: operations["getLivenessSession"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase a liveness session
         * @description Erases it with its images and its result, and answers with a signed receipt.
         */
        readonly delete: operations["deleteLivenessSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A face. Eyes are the subject's own: upright, rightEye.x < leftEye.x. */
        readonly Face: {
            /** @description Pixels of the submitted image after EXIF and the rotation by `rotated`. */
            readonly leftEye: {
                readonly x: number;
                readonly y: number;
            };
            /** @description Pixels of the submitted image after EXIF and the rotation by `rotated`. */
            readonly rightEye: {
                readonly x: number;
                readonly y: number;
            };
            /** @description Texture-based liveness; exactly 0 = not calculated. */
            readonly textureLivenessScore: number;
            /** @description Motion-based liveness; exactly 0 = not calculated. */
            readonly motionLivenessScore: number;
            /** @description Head movement in degrees as the subject sees it: 0 right, 90 up, 180 left. */
            readonly movementDirection: number;
        };
        /** @description Result of one quality check. */
        readonly QualityAssessment: {
            /**
             * @description Name of the check.
             * @example FullyVisibleFace
             */
            readonly check: string;
            /** @description 1 is best. */
            readonly score: number;
            /** @description Message for end users. */
            readonly message: string;
        };
        /**
         * @description What was found in an image.
         * @example {
         *       "rotated": 0,
         *       "faces": [
         *         {
         *           "leftEye": {
         *             "x": 372.4,
         *             "y": 268.1
         *           },
         *           "rightEye": {
         *             "x": 268.9,
         *             "y": 270.3
         *           },
         *           "textureLivenessScore": 0,
         *           "motionLivenessScore": 0,
         *           "movementDirection": 0
         *         }
         *       ],
         *       "qualityScore": 0,
         *       "qualityAssessments": [],
         *       "frameNumber": 0
         *     }
         */
        readonly ImageProperties: {
            /**
             * @description Clockwise degrees by which the image was rotated so that faces are upright.
             * @enum {integer}
             */
            readonly rotated: 0 | 90 | 180 | 270;
            /** @description Faces found, largest first. */
            readonly faces: readonly components["schemas"]["Face"][];
            /** @description Unified quality score / 100; 0 where it was not computed. */
            readonly qualityScore: number;
            readonly qualityAssessments: readonly components["schemas"]["QualityAssessment"][];
            /** @description Frame of a video, else 0. */
            readonly frameNumber: number;
        };
        /** @description An error that occurred while the job ran. */
        readonly JobError: {
            /**
             * @description Code for programs.
             * @example FaceNotFound
             */
            readonly errorCode: string;
            /** @description Message for people. */
            readonly message: string;
        };
        readonly VerifyResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description Properties of the image; null when it was not looked at. */
            readonly imageProperties: components["schemas"]["ImageProperties"] | null;
            /** @description True: the face in the image is that of the class. */
            readonly verified: boolean;
            /** @description Higher: more likely the same person; 0.5 is the default threshold. One of four steps when it was refused, 0 when nothing was compared. Decide by `verified`. */
            readonly score: number;
        };
        /** @description Status of a face template. */
        readonly FaceTemplateStatus: {
            /**
             * Format: int64
             * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
             * @example 1001
             */
            readonly classId: number;
            /** @description Whether a template exists; if not, the rest is empty. */
            readonly available: boolean;
            /**
             * @description Time of the first enrolment; empty without template. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly enrolled: string;
            /**
             * @example [
             *       "staff",
             *       "building-7"
             *     ]
             */
            readonly tags: readonly string[];
            /** @description Version of the encoder that made the template. */
            readonly encoderVersion: number;
            /** @description Number of feature vectors. */
            readonly featureVectors: number;
            /** @description Number of stored thumbnails. */
            readonly thumbnailsStored: number;
            /** @description Stored thumbnails; empty unless they were asked for. */
            readonly thumbnails: readonly {
                /**
                 * @description When the sample was enrolled. RFC 3339, UTC.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                readonly enrolled: string;
                /**
                 * Format: byte
                 * @description PNG as base64.
                 */
                readonly image: string;
            }[];
            /** @description The consent given with an enrolment; null: none was. */
            readonly consent: {
                /** @example consent-2026-0117 */
                readonly reference: string;
                /**
                 * @description When it was recorded. RFC 3339, UTC.
                 * @example 2026-01-31T09:30:00.000Z
                 */
                readonly recorded: string;
            } | null;
        };
        readonly EnrollResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description One per image, in the order given. */
            readonly imageProperties: readonly components["schemas"]["ImageProperties"][];
            /**
             * @description What was done to the template.
             * @enum {string}
             */
            readonly performedAction: "NONE" | "NEW_TEMPLATE_CREATED" | "TEMPLATE_UPDATED" | "TEMPLATE_UPGRADED" | "ENROLLMENT_FAILED";
            /** @description Images of this call that the template keeps. */
            readonly enrolledImages: number;
            readonly templateStatus: components["schemas"]["FaceTemplateStatus"];
        };
        /** @description A class that resembles the face in an image. */
        readonly TemplateMatchResult: {
            /**
             * Format: int64
             * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
             * @example 1001
             */
            readonly classId: number;
            /** @description Scale of verification: 0.5 is the default threshold of one comparison; a step below it. */
            readonly score: number;
        };
        readonly SearchResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description One per image, in the order given. */
            readonly imageProperties: readonly components["schemas"]["ImageProperties"][];
            /** @description One per image, in the order given. */
            readonly result: readonly {
                /** @description Sorted by score; empty for an image without exactly one suitable face. */
                readonly matches: readonly components["schemas"]["TemplateMatchResult"][];
            }[];
        };
        readonly LivenessDetectionResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description One per image, or per frame looked at, in order. */
            readonly imageProperties: readonly components["schemas"]["ImageProperties"][];
            /** @description True: the person is there, and there is no error. */
            readonly live: boolean;
            /** @description Mean of all scores calculated; exactly 0 = none was. Decide by `live`. */
            readonly livenessScore: number;
            /** @description What every check saw. Only for clients with the setting `debugEvidence`; absent for all others. */
            readonly debug?: {
                readonly images: readonly {
                    readonly rotated: number;
                    readonly width: number;
                    readonly height: number;
                    readonly faces: readonly {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    }[];
                    /** @description What networks and detectors take for the face. */
                    readonly judged: {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    } | null;
                    /** @description Whether enough is seen to judge the texture. */
                    readonly decided: boolean;
                    /** @description Whether the texture is that of a live face. */
                    readonly live: boolean;
                    /** @description Least score of a live texture; higher for a covered face. */
                    readonly threshold: number;
                    readonly networks: {
                        readonly [key: string]: number;
                    };
                    readonly detectors: readonly {
                        readonly detector: string;
                        /** @description 1 is certainly a fake. */
                        readonly score: number;
                        readonly fake: boolean;
                        readonly message: string;
                        readonly regions: readonly {
                            readonly label: string;
                            readonly outline: readonly {
                                readonly x: number;
                                readonly y: number;
                            }[];
                        }[];
                    }[];
                }[];
                readonly motion: {
                    /** @description 0.5 is the threshold. */
                    readonly score: number;
                    /** @description `other-person`, `no-motion`, `flat`, `bent` or empty. */
                    readonly problem: string;
                    /** @description Change of the light on the face over the least allowed; 0: not looked at. */
                    readonly light: number;
                    readonly identical: boolean;
                    readonly arrows: readonly {
                        readonly from: {
                            readonly x: number;
                            readonly y: number;
                        };
                        readonly to: {
                            readonly x: number;
                            readonly y: number;
                        };
                    }[];
                } | null;
            };
        };
        readonly PhotoVerifyResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description One per live image, in the order given. */
            readonly imageProperties: readonly components["schemas"]["ImageProperties"][];
            /** @description Properties of the ID photo; null when it was not looked at. */
            readonly photoProperties: components["schemas"]["ImageProperties"] | null;
            /**
             * @description How sure it is the same person, by false-accept rate: 0.5, 0.1, 0.01, 0.001 and 0.0001 % for the levels 1 to 5. Accept 4 and above; lower ones are for poor photos.
             * @enum {string}
             */
            readonly verificationLevel: "NOT_RECOGNIZED" | "LEVEL_1" | "LEVEL_2" | "LEVEL_3" | "LEVEL_4" | "LEVEL_5";
            /** @description Informative; from level 4 on, else one score a level. Exactly 0 = not calculated. */
            readonly verificationScore: number;
            /** @description True: the person is there; errors that remain begin with `photo:`. */
            readonly live: boolean;
            /** @description Mean of all scores calculated; exactly 0 = none was. Decide by `live`. */
            readonly livenessScore: number;
            /**
             * @description Of a document: whether an issuer whose certificate is installed signed the photo. FAILED: the photo was not looked at. NOT_CHECKED: no signature was given, or there is no certificate.
             * @enum {string}
             */
            readonly passiveAuthentication?: "NOT_CHECKED" | "VALID" | "FAILED";
            /** @description What every check saw. Only for clients with the setting `debugEvidence`; absent for all others. */
            readonly debug?: {
                readonly images: readonly {
                    readonly rotated: number;
                    readonly width: number;
                    readonly height: number;
                    readonly faces: readonly {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    }[];
                    /** @description What networks and detectors take for the face. */
                    readonly judged: {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    } | null;
                    /** @description Whether enough is seen to judge the texture. */
                    readonly decided: boolean;
                    /** @description Whether the texture is that of a live face. */
                    readonly live: boolean;
                    /** @description Least score of a live texture; higher for a covered face. */
                    readonly threshold: number;
                    readonly networks: {
                        readonly [key: string]: number;
                    };
                    readonly detectors: readonly {
                        readonly detector: string;
                        /** @description 1 is certainly a fake. */
                        readonly score: number;
                        readonly fake: boolean;
                        readonly message: string;
                        readonly regions: readonly {
                            readonly label: string;
                            readonly outline: readonly {
                                readonly x: number;
                                readonly y: number;
                            }[];
                        }[];
                    }[];
                }[];
                readonly motion: {
                    /** @description 0.5 is the threshold. */
                    readonly score: number;
                    /** @description `other-person`, `no-motion`, `flat`, `bent` or empty. */
                    readonly problem: string;
                    /** @description Change of the light on the face over the least allowed; 0: not looked at. */
                    readonly light: number;
                    readonly identical: boolean;
                    readonly arrows: readonly {
                        readonly from: {
                            readonly x: number;
                            readonly y: number;
                        };
                        readonly to: {
                            readonly x: number;
                            readonly y: number;
                        };
                    }[];
                } | null;
                readonly photo: {
                    readonly rotated: number;
                    readonly width: number;
                    readonly height: number;
                    readonly faces: readonly {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    }[];
                    /** @description What networks and detectors take for the face. */
                    readonly judged: {
                        readonly x: number;
                        readonly y: number;
                        readonly width: number;
                        readonly height: number;
                    } | null;
                    /** @description Whether enough is seen to judge the texture. */
                    readonly decided: boolean;
                    /** @description Whether the texture is that of a live face. */
                    readonly live: boolean;
                    /** @description Least score of a live texture; higher for a covered face. */
                    readonly threshold: number;
                    readonly networks: {
                        readonly [key: string]: number;
                    };
                    readonly detectors: readonly {
                        readonly detector: string;
                        /** @description 1 is certainly a fake. */
                        readonly score: number;
                        readonly fake: boolean;
                        readonly message: string;
                        readonly regions: readonly {
                            readonly label: string;
                            readonly outline: readonly {
                                readonly x: number;
                                readonly y: number;
                            }[];
                        }[];
                    }[];
                } | null;
                /** @description Comparison score of the photo with each live image. */
                readonly comparisons: readonly number[];
            };
        };
        readonly QualityMeasurement: {
            /**
             * @description Name of the measure of ISO/IEC 29794-5.
             * @enum {string}
             */
            readonly measure: "UnifiedQualityScore" | "BackgroundUniformity" | "IlluminationUniformity" | "LuminanceMean" | "LuminanceVariance" | "UnderExposurePrevention" | "OverExposurePrevention" | "DynamicRange" | "Sharpness" | "CompressionArtifacts" | "NaturalColour" | "SingleFacePresent" | "EyesOpen" | "MouthClosed" | "EyesVisible" | "MouthOcclusionPrevention" | "FaceOcclusionPrevention" | "InterEyeDistance" | "HeadSize" | "LeftwardCropOfTheFaceImage" | "RightwardCropOfTheFaceImage" | "MarginAboveOfTheFaceImage" | "MarginBelowOfTheFaceImage" | "HeadPoseYaw" | "HeadPosePitch" | "HeadPoseRoll" | "ExpressionNeutrality" | "NoHeadCoverings";
            /** @description In the unit of the measure; see docs/quality.md. */
            readonly rawValue: number;
            /** @description 100 is best, 0 a severe defect. */
            readonly scalarScore: number;
            /**
             * @description Formula of the reference implementation, on the findings of networks other than its own.
             * @enum {string}
             */
            readonly method: "approximate";
        };
        readonly QualityExplanation: {
            /**
             * Format: byte
             * @description The face in the frame of 616 × 616 pixels that measures look at. PNG as base64.
             */
            readonly alignedFace: string;
            /** @description 98 points in frame pixels, numbered as in WFLW. */
            readonly landmarks: readonly {
                readonly x: number;
                readonly y: number;
            }[];
            readonly masks: readonly {
                /** @enum {string} */
                readonly name: "landmarkedRegion" | "background";
                /**
                 * Format: byte
                 * @description White where the mask is; 616 × 616 pixels. PNG as base64.
                 */
                readonly image: string;
            }[];
            /** @description All 28 measures in the order of their identifiers. */
            readonly measures: readonly {
                /** @enum {string} */
                readonly measure: "UnifiedQualityScore" | "BackgroundUniformity" | "IlluminationUniformity" | "LuminanceMean" | "LuminanceVariance" | "UnderExposurePrevention" | "OverExposurePrevention" | "DynamicRange" | "Sharpness" | "CompressionArtifacts" | "NaturalColour" | "SingleFacePresent" | "EyesOpen" | "MouthClosed" | "EyesVisible" | "MouthOcclusionPrevention" | "FaceOcclusionPrevention" | "InterEyeDistance" | "HeadSize" | "LeftwardCropOfTheFaceImage" | "RightwardCropOfTheFaceImage" | "MarginAboveOfTheFaceImage" | "MarginBelowOfTheFaceImage" | "HeadPoseYaw" | "HeadPosePitch" | "HeadPoseRoll" | "ExpressionNeutrality" | "NoHeadCoverings";
                /** @description Registered identifier, 65 (0x41) to 92 (0x5c). */
                readonly identifier: number;
                /**
                 * @description Part of the standard: the whole, how the photograph was taken, the person.
                 * @enum {string}
                 */
                readonly group: "unified" | "capture" | "subject";
                /** @description What the measure says, in a sentence. */
                readonly about: string;
                /** @description What would raise a score below 50; else empty. */
                readonly advice: string;
            }[];
        };
        readonly FaceImageQualityResponse: {
            /**
             * @description SUCCEEDED: the job ran, whatever it decided. FAULTED: nothing could be decided.
             * @enum {string}
             */
            readonly status: "SUCCEEDED" | "FAULTED" | "CANCELLED";
            /** @description Errors during processing. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description In the order of the registered identifiers; what was not computed is absent and named by `QualityAssessmentError`. */
            readonly qualityMeasurements: readonly components["schemas"]["QualityMeasurement"][];
            /** @description Null unless `explain` asks for it and a face was measured. */
            readonly explanation: components["schemas"]["QualityExplanation"] | null;
        };
        readonly UploadResponse: {
            /** @description Whether the sample waits for the task now. */
            readonly accepted: boolean;
            /** @description What an end user can do better. */
            readonly warnings: readonly string[];
            /**
             * @description Code of the first error for programs; null: none.
             * @example FaceNotFound
             */
            readonly error: string | null;
            /** @description What went wrong, in words. */
            readonly errors: readonly components["schemas"]["JobError"][];
        };
        /** @description The challenge of the attempt that has begun. */
        readonly ChallengeResponse: {
            /**
             * @description Where the head has to move, one sample after each.
             * @example [
             *       "left",
             *       "up",
             *       "right"
             *     ]
             */
            readonly challenge: readonly string[];
            /** @description The attempt that has begun. */
            readonly try: number;
            /** @description Attempts left after this one. */
            readonly triesLeft: number;
            /**
             * @description Deadline for the task. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly until: string;
        };
        readonly TaskResponse: {
            /** @description Verified, identified, enrolled or live. */
            readonly success: boolean;
            /**
             * @description Code of the first error for programs; null: none.
             * @example FaceNotFound
             */
            readonly error: string | null;
            /** @description What went wrong, in words. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description Attempts the token still has. */
            readonly triesLeft: number;
        };
        /** @description Outcome of the attempt that counts: the first success, otherwise the latest. */
        readonly TaskResult: {
            /** @description Claim of the token. */
            readonly tokenid: string;
            /** @example verify */
            readonly task: string;
            /** @example demo.1.1001 */
            readonly bcid: string | null;
            /** @description Verified, identified, enrolled or live. */
            readonly success: boolean;
            /**
             * @description Code of the first error for programs; null: none.
             * @example FaceNotFound
             */
            readonly error: string | null;
            /** @description What went wrong, in words. */
            readonly errors: readonly components["schemas"]["JobError"][];
            /** @description With the task identify: who was identified. */
            readonly classIds: readonly number[];
            /** @description The attempt that counts. */
            readonly try: number;
            /** @description Attempts the token still has. */
            readonly triesLeft: number;
            /**
             * Format: uuid
             * @description Id of the job in the bookkeeping.
             */
            readonly jobid: string;
            /**
             * @description When it ended. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly finished: string;
        };
        readonly CreatedLivenessSession: {
            /** Format: uuid */
            readonly sessionId: string;
            /** @description Task token for the browser or phone: of this session alone. */
            readonly token: string;
            /** @description The hosted page, with the token behind its `#`. */
            readonly url: string;
            /**
             * @description When the token expires. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires: string;
            /**
             * @description When the session is erased. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly readableUntil: string;
        };
        readonly LivenessSession: {
            /** Format: uuid */
            readonly sessionId: string;
            /**
             * @description `created`: no attempt yet. `expired`: it ended without a decision, and has no result.
             * @enum {string}
             */
            readonly state: "created" | "in-progress" | "succeeded" | "failed" | "expired";
            /**
             * @description `motion`: the head turns. `challenge`: it moves as the page says. Both with the frames between.
             * @enum {string}
             */
            readonly level: "motion" | "challenge";
            readonly attemptsLeft: number;
            /**
             * @description When it was created. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly created: string;
            /**
             * @description When the token expires. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires: string;
            /**
             * @description When the session is erased. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly readableUntil: string;
            /** @description JWS (ES256) of type `liveness-result+jwt`, by a key of `/oauth/jwks`; null: not decided. */
            readonly result: string | null;
            readonly referenceImage: string | null;
        };
        readonly OwnLivenessSession: {
            /**
             * @description `created`: no attempt yet. `expired`: it ended without a decision, and has no result.
             * @enum {string}
             */
            readonly state: "created" | "in-progress" | "succeeded" | "failed" | "expired";
            /**
             * @description `motion`: the head turns. `challenge`: it moves as the page says. Both with the frames between.
             * @enum {string}
             */
            readonly level: "motion" | "challenge";
            readonly attemptsLeft: number;
            /**
             * @description When the token expires. RFC 3339, UTC.
             * @example 2026-01-31T09:30:00.000Z
             */
            readonly expires: string;
            /** @description Name of the client. */
            readonly application: string;
            readonly returnUrl: string | null;
        };
        /** @description Why the request was not answered. */
        readonly ErrorResponse: {
            /**
             * @description gRPC status code.
             * @example 3
             */
            readonly code: number;
            /** @example images[1].image: not a decodable image */
            readonly message: string;
            /** @description Empty except in answers to the pages: `{step}`, to be taken first, or `{field, flaw}`, a member that is not accepted. */
            readonly details: readonly unknown[];
        };
        /** @description Why a request about tokens was not answered. */
        readonly MessageResponse: {
            /** @example maxtries: expected a whole number from 1 to 15 */
            readonly Message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getToken: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the client that asks. */
                readonly id: string;
                /**
                 * @description `<storage>.<partition>.<class id>` of the person. Required, except for `livenessdetection`.
                 * @example demo.1.1001
                 */
                readonly bcid?: string;
                readonly task?: "verify" | "identify" | "enroll" | "livenessdetection";
                readonly maxtries?: number;
                /** @description Whether liveness is demanded; `livenessdetection` always does. */
                readonly livedetection?: string;
                /** @description Demand challenge-response too; only with liveness. Default: as `leastLiveness` demands. */
                readonly challenge?: string;
                /** @description Directions for each attempt. */
                readonly challenges?: number;
                /** @description With `verify`: enrol the samples after success. */
                readonly autoenroll?: string;
                /** @description Names joined by commas. */
                readonly traits?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description A parameter is missing, wrong, out of range or given twice; the message names it. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid client id and secret. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The id or the BCID belongs to another client. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getTaskResult: {
        readonly parameters: {
            readonly query: {
                /** @description Claim of the token. */
                readonly tokenid: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokenid": "6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11",
                     *       "task": "verify",
                     *       "bcid": "demo.1.1001",
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "classIds": [],
                     *       "try": 1,
                     *       "triesLeft": 2,
                     *       "jobid": "0b0e7a5c-9a39-4a65-8a53-5c3f0f0a8c55",
                     *       "finished": "2026-01-31T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResult"];
                };
            };
            /** @description No task has run with a token of that id and client. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": unknown;
                };
            };
            /** @description A parameter is missing, wrong, out of range or given twice; the message names it. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid client id and secret. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The id or the BCID belongs to another client. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly uploadSample: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…",
                 *       "tags": [
                 *         "up"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: byte
                     * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                     * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                     */
                    readonly image: string;
                    /**
                     * @description Directions of the head since the previous sample: `up`, `down`, `left`, `right`.
                     * @example [
                     *       "up"
                     *     ]
                     */
                    readonly tags?: readonly string[] | null;
                    /** @description 5 to 9 small frames taken between the previous image and this one, each at least 240 pixels wide and of the same section. They have to lead from one image to the other. Absent: only the images count. */
                    readonly burst?: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                        /** @description Milliseconds after the image before. */
                        readonly at: number;
                    }[] | null;
                    readonly capture?: {
                        /** @description Settings and capabilities of the track. */
                        readonly camera: {
                            /** @description As the browser names it; not kept. */
                            readonly label: string;
                            readonly width?: number | null;
                            readonly height?: number | null;
                            readonly frameRate?: number | null;
                            readonly most?: {
                                readonly width?: number | null;
                                readonly height?: number | null;
                                readonly frameRate?: number | null;
                            } | null;
                            readonly shown?: {
                                readonly width: number;
                                readonly height: number;
                            } | null;
                        };
                        /** @description The frames looked at last, in order. */
                        readonly frames: readonly {
                            /** @description Milliseconds. */
                            readonly at: number;
                            readonly number?: number | null;
                            /** @description A hash. */
                            readonly picture: number;
                            readonly change?: number | null;
                        }[];
                    } | null;
                    /** @description Place among the samples; replaces the sample there. Absent: the next place. */
                    readonly index?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true,
                     *       "warnings": [],
                     *       "error": null,
                     *       "errors": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UploadResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly tellChallenge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": [
                     *         "left",
                     *         "up",
                     *         "right"
                     *       ],
                     *       "try": 1,
                     *       "triesLeft": 2,
                     *       "until": "2026-01-31T09:32:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getTask_verify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly runTask_verify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getTask_identify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly runTask_identify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getTask_enroll: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly runTask_enroll: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getTask_livenessdetection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly runTask_livenessdetection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly getOwnLivenessSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "succeeded",
                     *       "level": "challenge",
                     *       "attemptsLeft": 2,
                     *       "expires": "2026-01-31T09:40:00.000Z",
                     *       "application": "Example shop",
                     *       "returnUrl": "https://shop.example/done"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OwnLivenessSession"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly runTask_livenesssession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "error": null,
                     *       "errors": [],
                     *       "triesLeft": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TaskResponse"];
                };
            };
            /** @description The request is not valid, or no sample was uploaded; the message says what. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description No valid task token: expired, not yet valid, or not one of this service. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The token is for something else, or used up. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The task is running: ask again. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    readonly enroll: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                /**
                 * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
                 * @example 1001
                 */
                readonly classId: number;
            };
            readonly cookie?: never;
        };
        /** @description The images, as a bare array or as `{images: […]}`. None: upgrade the template. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example [
                 *       {
                 *         "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…"
                 *       }
                 *     ]
                 */
                readonly "application/json": readonly {
                    /**
                     * Format: byte
                     * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                     * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                     */
                    readonly image: string;
                    /** @description Accepted for compatibility; enrolment does not use it. */
                    readonly tags?: readonly string[] | null;
                }[] | {
                    readonly images: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                        /** @description Accepted for compatibility; enrolment does not use it. */
                        readonly tags?: readonly string[] | null;
                    }[];
                    readonly securityObject?: string | null;
                    /**
                     * @description Reference to the consent of the person: 1 to 256 printable characters. It is stored in the template and replaces an earlier one; with no images it is recorded all the same. With a task token, only a first enrolment takes one.
                     * @example consent-2026-0117
                     */
                    readonly consent?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [
                     *         {
                     *           "errorCode": "FaceNotFound",
                     *           "message": "images[1].image: No suitable face was found in the image."
                     *         }
                     *       ],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         },
                     *         {
                     *           "rotated": 0,
                     *           "faces": [],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         }
                     *       ],
                     *       "performedAction": "TEMPLATE_UPDATED",
                     *       "enrolledImages": 1,
                     *       "templateStatus": {
                     *         "classId": 1001,
                     *         "available": true,
                     *         "enrolled": "2026-01-31T09:30:00.000Z",
                     *         "tags": [
                     *           "staff"
                     *         ],
                     *         "encoderVersion": 1,
                     *         "featureVectors": 2,
                     *         "thumbnailsStored": 2,
                     *         "thumbnails": [],
                     *         "consent": {
                     *           "reference": "consent-2026-0117",
                     *           "recorded": "2026-01-31T09:30:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["EnrollResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly verify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                /**
                 * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
                 * @example 1001
                 */
                readonly classId: number;
            };
            readonly cookie?: never;
        };
        /** @description The image of the person to verify. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: byte
                     * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                     * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                     */
                    readonly image: string;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "imageProperties": {
                     *         "rotated": 0,
                     *         "faces": [
                     *           {
                     *             "leftEye": {
                     *               "x": 372.4,
                     *               "y": 268.1
                     *             },
                     *             "rightEye": {
                     *               "x": 268.9,
                     *               "y": 270.3
                     *             },
                     *             "textureLivenessScore": 0,
                     *             "motionLivenessScore": 0,
                     *             "movementDirection": 0
                     *           }
                     *         ],
                     *         "qualityScore": 0,
                     *         "qualityAssessments": [],
                     *         "frameNumber": 0
                     *       },
                     *       "verified": true,
                     *       "score": 0.87
                     *     }
                     */
                    readonly "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly getTemplateStatus: {
        readonly parameters: {
            readonly query?: {
                /** @description True: return the stored thumbnails. */
                readonly downloadThumbnails?: boolean;
            };
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                /**
                 * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
                 * @example 1001
                 */
                readonly classId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "classId": 1001,
                     *       "available": true,
                     *       "enrolled": "2026-01-31T09:30:00.000Z",
                     *       "tags": [
                     *         "staff"
                     *       ],
                     *       "encoderVersion": 1,
                     *       "featureVectors": 2,
                     *       "thumbnailsStored": 2,
                     *       "thumbnails": [],
                     *       "consent": {
                     *         "reference": "consent-2026-0117",
                     *         "recorded": "2026-01-31T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaceTemplateStatus"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly setTemplateTags: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                /**
                 * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
                 * @example 1001
                 */
                readonly classId: number;
            };
            readonly cookie?: never;
        };
        /** @description The whole set of tags of the template: at most 64 of 1 to 64 printable characters. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example [
                 *       "staff",
                 *       "building-7"
                 *     ]
                 */
                readonly "application/json": readonly string[];
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly deleteTemplate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                /**
                 * @description Class id chosen by the client: a positive 64-bit number, exact up to 9223372036854775807.
                 * @example 1001
                 */
                readonly classId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly search: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
                /** @description Transaction of the audit trail: mandatory, written to the books and echoed. */
                readonly "Transaction-ID": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The images to look up. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description At least one image of one person each; limited by the request size only. */
                    readonly images: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                    }[];
                    /** @description Only templates that carry all of these tags are searched; at most 64. */
                    readonly tags?: readonly string[] | null;
                    /**
                     * @description False: the classes above the identification threshold. True: the most similar classes.
                     * @default false
                     */
                    readonly topMatches?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         }
                     *       ],
                     *       "result": [
                     *         {
                     *           "matches": [
                     *             {
                     *               "classId": 1001,
                     *               "score": 0.97
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly identify: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
                /** @description Transaction of the audit trail: mandatory, written to the books and echoed. */
                readonly "Transaction-ID": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The images to look up. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description At least one image of one person each; limited by the request size only. */
                    readonly images: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                    }[];
                    /** @description Only templates that carry all of these tags are searched; at most 64. */
                    readonly tags?: readonly string[] | null;
                    /**
                     * @description False: the classes above the identification threshold. True: the most similar classes.
                     * @default false
                     */
                    readonly topMatches?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         }
                     *       ],
                     *       "result": [
                     *         {
                     *           "matches": [
                     *             {
                     *               "classId": 1001,
                     *               "score": 0.97
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly livenessDetection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description One image: passive detection. Two: also motion. Tags on the second: challenge. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "liveImages": [
                 *         {
                 *           "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…"
                 *         },
                 *         {
                 *           "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…",
                 *           "tags": [
                 *             "left"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description One or two live images, in the order they were taken. */
                    readonly liveImages: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                        /**
                         * @description Challenge, on the second image: where the head must have moved to since the first, `up`, `down`, `left` or `right` from the subject's point of view. Ignored on the first.
                         * @example [
                         *       "left"
                         *     ]
                         */
                        readonly tags?: readonly string[] | null;
                        /** @description 5 to 9 small frames taken between the previous image and this one, each at least 240 pixels wide and of the same section. They have to lead from one image to the other. Absent: only the images count. */
                        readonly burst?: readonly {
                            /**
                             * Format: byte
                             * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                             * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                             */
                            readonly image: string;
                            /** @description Milliseconds after the image before. */
                            readonly at: number;
                        }[] | null;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0.94,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         },
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0.91,
                     *               "motionLivenessScore": 0.88,
                     *               "movementDirection": 178.4
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         }
                     *       ],
                     *       "live": true,
                     *       "livenessScore": 0.91
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LivenessDetectionResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly videoLivenessDetection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description A video of one person. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: byte
                     * @description Video as base64: MP4, MOV, WebM or MKV with H.264, HEVC, VP8, VP9 or AV1, at most 60 s.
                     * @example AAAAIGZ0eXBpc29tAAACAGlzb21pc28y…
                     */
                    readonly video: string;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [
                     *         {
                     *           "errorCode": "RejectedByPassiveLiveDetection",
                     *           "message": "frame 12: The image does not appear to show a live person."
                     *         }
                     *       ],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0.07,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 12
                     *         }
                     *       ],
                     *       "live": false,
                     *       "livenessScore": 0.07
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LivenessDetectionResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly photoVerify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description One ID photo and one or two live images of the person who shows it. */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description One or two live images, in the order they were taken. */
                    readonly liveImages: readonly {
                        /**
                         * Format: byte
                         * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                         * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                         */
                        readonly image: string;
                        /**
                         * @description Challenge, on the second image: where the head must have moved to since the first, `up`, `down`, `left` or `right` from the subject's point of view. Ignored on the first.
                         * @example [
                         *       "left"
                         *     ]
                         */
                        readonly tags?: readonly string[] | null;
                        /** @description 5 to 9 small frames taken between the previous image and this one, each at least 240 pixels wide and of the same section. They have to lead from one image to the other. Absent: only the images count. */
                        readonly burst?: readonly {
                            /**
                             * Format: byte
                             * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                             * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                             */
                            readonly image: string;
                            /** @description Milliseconds after the image before. */
                            readonly at: number;
                        }[] | null;
                    }[];
                    /**
                     * Format: byte
                     * @description ID photo as base64, in any of the image formats, or a document that holds it, where the service reads documents: EF.DG2 of a travel document, or an mdoc (ISO/IEC 18013-5).
                     * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                     */
                    readonly photo: string;
                    readonly securityObject?: string | null;
                    /**
                     * @description True: only compare; `live` is false and `livenessScore` 0.
                     * @default false
                     */
                    readonly disableLivenessDetection?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "imageProperties": [
                     *         {
                     *           "rotated": 0,
                     *           "faces": [
                     *             {
                     *               "leftEye": {
                     *                 "x": 372.4,
                     *                 "y": 268.1
                     *               },
                     *               "rightEye": {
                     *                 "x": 268.9,
                     *                 "y": 270.3
                     *               },
                     *               "textureLivenessScore": 0.94,
                     *               "motionLivenessScore": 0,
                     *               "movementDirection": 0
                     *             }
                     *           ],
                     *           "qualityScore": 0,
                     *           "qualityAssessments": [],
                     *           "frameNumber": 0
                     *         }
                     *       ],
                     *       "photoProperties": {
                     *         "rotated": 0,
                     *         "faces": [
                     *           {
                     *             "leftEye": {
                     *               "x": 372.4,
                     *               "y": 268.1
                     *             },
                     *             "rightEye": {
                     *               "x": 268.9,
                     *               "y": 270.3
                     *             },
                     *             "textureLivenessScore": 0,
                     *             "motionLivenessScore": 0,
                     *             "movementDirection": 0
                     *           }
                     *         ],
                     *         "qualityScore": 0,
                     *         "qualityAssessments": [],
                     *         "frameNumber": 0
                     *       },
                     *       "verificationLevel": "LEVEL_4",
                     *       "verificationScore": 0.81,
                     *       "live": true,
                     *       "livenessScore": 0.94
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PhotoVerifyResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly faceImageQuality: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The image whose largest face is graded. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "image": "/9j/4AAQSkZJRgABAQAAAQABAAD…"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * Format: byte
                     * @description Image as base64: JPEG, PNG, WebP, GIF, TIFF, BMP, AVIF, HEIC; of several frames the first. The EXIF orientation is applied. A data-URL prefix and the URL-safe alphabet are tolerated.
                     * @example /9j/4AAQSkZJRgABAQAAAQABAAD…
                     */
                    readonly image: string;
                    /**
                     * @description True: also answer `explanation`, what the measures looked at.
                     * @default false
                     */
                    readonly explain?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCEEDED",
                     *       "errors": [],
                     *       "qualityMeasurements": [
                     *         {
                     *           "measure": "LuminanceMean",
                     *           "rawValue": 0.3211,
                     *           "scalarScore": 92,
                     *           "method": "approximate"
                     *         },
                     *         {
                     *           "measure": "HeadPoseYaw",
                     *           "rawValue": -4.62,
                     *           "scalarScore": 99,
                     *           "method": "approximate"
                     *         }
                     *       ],
                     *       "explanation": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FaceImageQualityResponse"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly createLivenessSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Random value of the caller for this session; the result repeats it. */
                    readonly nonce: string;
                    /** @default challenge */
                    readonly level?: ("motion" | "challenge") | null;
                    /**
                     * @description Attempts until the session fails.
                     * @default 3
                     */
                    readonly attempts?: number | null;
                    /** @default 600 */
                    readonly lifetimeSeconds?: number | null;
                    /** @description Class id of the person who has to appear. Text, exact to the last digit. */
                    readonly classId?: string | null;
                    readonly photo?: string | null;
                    /** @description Where the hosted page leads back to, with `session` in its query: a registered redirect URI. */
                    readonly returnUrl?: string | null;
                    /**
                     * @description Keep the first image of a success until the session is erased.
                     * @default false
                     */
                    readonly referenceImage?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11",
                     *       "token": "eyJhbGciOiJIUzI1NiIs…",
                     *       "url": "https://faces.example/liveness#eyJhbGciOiJIUzI1NiIs…",
                     *       "expires": "2026-01-31T09:40:00.000Z",
                     *       "readableUntil": "2026-01-31T10:40:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CreatedLivenessSession"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body arrived too slowly, or the caller cancelled the request. */
            readonly 408: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The request body is larger than 50 MB. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content type is not application/json, or the body is packed other than by gzip. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly getLivenessSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                readonly sessionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessionId": "6f1c7f0e-4b5f-4d0e-9d56-0f6d3a6c1a11",
                     *       "state": "succeeded",
                     *       "level": "challenge",
                     *       "attemptsLeft": 2,
                     *       "expires": "2026-01-31T09:40:00.000Z",
                     *       "created": "2026-01-31T09:30:00.000Z",
                     *       "readableUntil": "2026-01-31T10:40:00.000Z",
                     *       "result": "eyJhbGciOiJFUzI1NiIs…",
                     *       "referenceImage": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LivenessSession"];
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly deleteLivenessSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Forces how the call ends; for sandbox clients only. */
                readonly "Sandbox-Outcome"?: string;
                /** @description Reference of the client: written to the bookkeeping and echoed. */
                readonly "Reference-Number"?: string;
            };
            readonly path: {
                readonly sessionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The result. */
            readonly 200: {
                headers: {
                    /** @description Id of the job in the bookkeeping. */
                    readonly jobid?: string;
                    /** @description Version of the service. */
                    readonly "service-version"?: string;
                    /** @description Echo of Reference-Number, when given. */
                    readonly "reference-number"?: string;
                    /** @description Milliseconds from receipt to answer. */
                    readonly "response-time-ms"?: number;
                    /** @description `true` if the client is a sandbox, else absent. */
                    readonly sandbox?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "receipt": "eyJhbGciOiJSUzI1NiIs…"
                     *     }
                     */
                    readonly "application/json": {
                        /** @description A signed receipt. */
                        readonly receipt: string;
                    };
                };
            };
            /** @description The request is not valid; the message names the member. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Missing or invalid credentials. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The client, or the task token, may not call this operation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description No biometric face template exists for the class. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description Too many requests; see Retry-After. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service failed unexpectedly. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The service is overloaded or starting, or lacks a model; see Retry-After. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
