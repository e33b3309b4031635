"""Enrols a person from one photograph and verifies another one, over gRPC.

    pip install grpcio grpcio-tools          (Debian: python3-grpcio python3-grpc-tools)
    python3 -m grpc_tools.protoc -I proto --python_out=OUT --grpc_python_out=OUT proto/prosopon/v1/*.proto
    PYTHONPATH=OUT python3 examples/grpc/verify.py CLIENT KEY enrolled.jpg probe.jpg
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time

import grpc

from prosopon.v1 import common_pb2, face_recognition_pb2, face_recognition_pb2_grpc


def token(client, key):
    """A JWT as clients make it; libraries such as PyJWT do the same."""

    def part(value):
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        return base64.urlsafe_b64encode(text).rstrip(b"=").decode()

    now = int(time.time())
    claims = {"sub": client, "aud": "prosopon", "iat": now, "exp": now + 300}
    signed = part({"alg": "HS512", "typ": "JWT"}) + "." + part(claims)
    mac = hmac.new(base64.b64decode(key), signed.encode(), hashlib.sha512).digest()
    return signed + "." + part(mac)


def image(path):
    with open(path, "rb") as file:
        return common_pb2.ImageData(image=file.read())


def main(client, key, enrolled, probe):
    address = os.environ.get("PROSOPON_GRPC", "127.0.0.1:50051")
    class_id = int(os.environ.get("CLASS_ID", "1001"))
    metadata = [("authorization", "Bearer " + token(client, key)), ("reference-number", "example")]
    with grpc.insecure_channel(address) as channel:
        service = face_recognition_pb2_grpc.FaceRecognitionStub(channel)
        enrolment = service.Enroll(
            face_recognition_pb2.FaceEnrollmentRequest(classId=class_id, images=[image(enrolled)]),
            metadata=metadata,
            timeout=30,
        )
        action = face_recognition_pb2.FaceEnrollmentResponse.EnrollmentAction
        print(action.Name(enrolment.performed_action), [e.error_code for e in enrolment.errors])
        verification = service.Verify(
            face_recognition_pb2.FaceVerificationRequest(classId=class_id, image=image(probe)),
            metadata=metadata,
            timeout=30,
        )
        print("verified" if verification.verified else "not verified", round(verification.score, 3))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
