"""Finds the enrolled person in a face image; with tags, only among people who carry them:

    python3 search.py visitor.jpg [TAG…]
"""

import sys
import uuid

from connect import call, channel, read
from prosopon.v1 import common_pb2, face_recognition_pb2, face_recognition_pb2_grpc


def main(path, *tags):
    with channel() as opened:
        faces = face_recognition_pb2_grpc.FaceRecognitionStub(opened)
        images = [common_pb2.ImageData(image=read(path))]
        request = face_recognition_pb2.FaceSearchRequest(images=images, tags=tags)
        answer, _ = call(faces.Search, request, transaction_id=str(uuid.uuid4()))
        for error in answer.errors:
            print(error.error_code, error.message)
        matches = answer.result[0].matches
        for match in matches:
            print("class", match.classId, format(match.score, ".3f"))
        if not matches:
            print("nobody who is enrolled")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
