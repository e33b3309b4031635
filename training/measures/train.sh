#!/bin/bash
# Makes the data of the quality networks, trains, evaluates and exports them:
#   bash training/measures/train.sh [--reduced] FACES OUT
# FACES has london and lfw-dev; PROSOPON_MODELS has the recommended encoder, which teaches one of them.
# The same data give the same networks on one machine: seeds are fixed and steps are counted. A training
# that was cut off goes on where its OUT/*/*.pt stands. --reduced takes minutes and shows that
# everything runs, no more.
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
train() { "$python" -W ignore "training/measures/$1.py" "${@:2}"; }
make() { node --disable-warning=ExperimentalWarning "training/measures/$1.ts" "${@:2}"; }
make faces "$out/london" "$faces/london"
make faces "$out/lfw" "$lfw"
train expression "$out" "$out/expression"
train sharpness "$out" "$out/sharpness" ${reduced:+--samples 60 --steps 20}
train capture "$out" "$out/capture" ${reduced:+--samples 200 --steps 20}
make utility "$out/utility" "$out/lfw" ${reduced:+1}
train utility "$out/utility" "$out/utility" ${reduced:+--steps 20}
train segmentation "$out" "$out/segmentation" ${reduced:+--samples 60 --steps 10}
train coverings "$out" "$out/coverings" ${reduced:+--samples 60 --steps 10}
train heads "$out" "$out/heads" ${reduced:+--samples 60 --steps 10}
train hindrances "$out" "$out/hindrances" ${reduced:+--samples 60 --steps 10}
sha256sum "$out"/*/*.onnx
