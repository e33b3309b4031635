#!/usr/bin/env bash
# A verification takes at most 15 % more processor time than twenty commits ago. Both run in turns. Noise
# can look like a loss, so it takes three runs that see one.
set -euo pipefail
cd "$(dirname "$0")/.."

base=$(git rev-parse --verify --quiet HEAD~20) || { echo 'check-speed: skipped, the history is too short'; exit 0; }
for _ in 1 2 3; do
  status=0
  npm run --silent bench -- --compare "${base:0:12}" --quick || status=$?
  if [ "$status" = 0 ]; then exit 0; fi
  if [ "$status" = 4 ]; then echo 'check-speed: skipped, the older commit does not run'; exit 0; fi
  if [ "$status" != 3 ]; then exit "$status"; fi
done
echo 'check-speed: a verification takes 15 % more processor time' >&2
exit 1
