#!/bin/bash
# Makes the data of the quality networks, trains, evaluates and exports them:
#   bash training/measures/train.sh [--reduced] FACES OUT
# FACES has london and lfw-dev; PROSOPON_MODELS the recommended encoder, which teaches one of them. --reduced takes minutes and shows that everything runs, no more.
set -euo pipefail
cd "$(dirname "$0")/../.."
reduced=
if [ "$1" = --reduced ]; then reduced=1; shift; fi
faces=$1 out=$2
export OMP_NUM_THREADS=1
python=${PYTHON:-/usr/bin/python3}
lfw=$faces/lfw-dev
if [ $reduced ]; then
  mkdir -p "$out/few"
  for person in "$lfw"/A[a-d]*; do cp -r "$person" "$out/few"; done
  lfw=$out/few
fi
node --disable-warning=ExperimentalWarning training/measures/faces.ts "$out/london" "$faces/london"
node --disable-warning=ExperimentalWarning training/measures/faces.ts "$out/lfw" "$lfw"
"$python" -W ignore training/measures/expression.py "$out" "$out/expression"
"$python" -W ignore training/measures/capture.py "$out" "$out/capture" ${reduced:+--samples 200 --minutes 0.3}
node --disable-warning=ExperimentalWarning training/measures/utility.ts "$out/utility" "$out/lfw" ${reduced:+1}
"$python" -W ignore training/measures/utility.py "$out/utility" "$out/utility" ${reduced:+--minutes 0.3}
"$python" -W ignore training/measures/segmentation.py "$out" "$out/segmentation" ${reduced:+--samples 60 --minutes 0.3}
sha256sum "$out"/*/*.onnx
