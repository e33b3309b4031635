"""Enrols a person from one face image and verifies another one:

    python3 verify.py 1001 enrolled.jpg probe.jpg
"""

import sys

from connect import call, channel, read
from prosopon.v1 import common_pb2, face_recognition_pb2, face_recognition_pb2_grpc


def image(path):
    return common_pb2.ImageData(image=read(path))


def main(class_id, enrolled, probe):
    messages = face_recognition_pb2
    with channel() as opened:
        faces = face_recognition_pb2_grpc.FaceRecognitionStub(opened)
        request = messages.FaceEnrollmentRequest(classId=int(class_id), images=[image(enrolled)])
        enrolment, _ = call(faces.Enroll, request)
        action = messages.FaceEnrollmentResponse.EnrollmentAction
        print(action.Name(enrolment.performed_action))
        for error in enrolment.errors:
            print(error.error_code, error.message)

        request = messages.FaceVerificationRequest(classId=int(class_id), image=image(probe))
        verification, _ = call(faces.Verify, request)
        verified = "verified" if verification.verified else "not verified"
        print(verified, format(verification.score, ".3f"))
        for error in verification.errors:
            print(error.error_code, error.message)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
