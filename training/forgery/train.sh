#!/bin/bash
# Finds the faces, forges them, trains, evaluates on people not trained on, and exports:
#   bash training/forgery/train.sh FACES OUT [options of train.py]
# FACES has london and lfw-dev, of which one photograph a person is taken. What OUT has is not made
# again, and a training that was cut off goes on.
set -euo pipefail
cd "$(dirname "$0")/../.."
faces=$1 out=$2
shift 2
export OMP_NUM_THREADS=1
python=${PYTHON:-/usr/bin/python3}
find_faces() {
  [ ! -d "$1" ] || return 0
  node --disable-warning=ExperimentalWarning training/measures/faces.ts "$1.new" "$2"
  mv "$1.new" "$1"
}
mkdir -p "$out/people"
for person in "$faces"/lfw-dev/${PEOPLE:-*}; do
  photographs=("$person"/*)
  cp "${photographs[0]}" "$out/people"
done
find_faces "$out/lfw" "$out/people"
find_faces "$out/london" "$faces/london"
"$python" -W ignore training/forgery/train.py --faces "$out/lfw" "$out/london" \
  --checkpoint "$out/forgery.pt" --out "$out/forgery.onnx" "$@"
