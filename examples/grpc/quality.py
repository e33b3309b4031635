"""Grades a portrait by ISO/IEC 29794-5 and prints all measures:

    python3 quality.py portrait.jpg
"""

import sys

from connect import call, channel, read
from prosopon.v1 import face_image_quality_pb2, face_image_quality_pb2_grpc

LEGEND = """
score: 0 is a severe defect, 100 the best; raw value: in the unit of the measure
approximate: the formula of the standard, applied to what our own networks found in the image:
  good for advice and for limits of your own, not to be quoted as scores of the reference"""


def row(measure, score, raw_value, method):
    print(f"{measure:28}{score:>5}{raw_value:>12}  {method}")


def main(path):
    with channel() as opened:
        grader = face_image_quality_pb2_grpc.FaceImageQualityServiceStub(opened)
        request = face_image_quality_pb2.FaceImageQualityRequest(image=read(path))
        answer, _ = call(grader.FaceImageQuality, request)
    found = {one.measure: one for one in answer.quality_measurements}
    row("measure", "score", "raw value", "method")
    for measure, number in face_image_quality_pb2.QualityMeasure.items():
        if measure == "Unspecified":
            continue
        if number not in found:
            row(measure, "–", "–", "not computed")
            continue
        score, raw_value = found[number].scalar_score, found[number].raw_value
        row(measure, score, format(raw_value, ".4g"), "approximate")
    print(LEGEND)
    for error in answer.errors:
        print(f"{error.error_code}: {error.message}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
