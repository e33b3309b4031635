#!/usr/bin/env bash
# Runs the tests of everything that is stored on a distributed database: PROSOPON_TEST_CITUS names its
# coordinator, whose cluster has Citus, pgvector and workers. Without it, one is set up in a folder of
# /tmp by ../shared/parts/build.sh, which compiles Citus the first time.
set -euo pipefail
cd "$(dirname "$0")/.."

build=../shared/parts/build.sh
if [ -z "${PROSOPON_TEST_CITUS:-}" ]; then
  [ -x "$build" ] || { echo "no cluster: name one by PROSOPON_TEST_CITUS=postgres://…" >&2; exit 1; }
  PROSOPON_TEST_CITUS=$("$build" "${TMPDIR:-/tmp}/prosopon-citus" | tail -n 1)
  export PROSOPON_TEST_CITUS
fi
# The names of the tests say which database they run on.
[ $# -gt 0 ] || set -- test/storage test/sealing test/templates test/gallery test/journal test/access \
  test/webhooks test/operations test/archive test/cli/maintenance/erase \
  test/protocols/http/oauth test/protocols/http/tasks
exec npx vitest run -t '[Cc]itus|distribute' "$@"
