#!/usr/bin/env bash
# Executes the Dockerfile without Docker, so that it cannot rot unnoticed: the first stage in a clean
# copy of the checkout, the second in a Debian root made by debootstrap, where the service then runs as
# its user on a read-only root. Takes some minutes; needs root, debootstrap and Debian's packages.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v debootstrap >/dev/null || { echo 'check-image: skipped, there is no debootstrap'; exit 0; }
[ "$(id -u)" = 0 ] || { echo 'check-image: skipped, not root'; exit 0; }
unshare --mount true 2>/dev/null || { echo 'check-image: skipped, nothing can be mounted'; exit 0; }

# Mounts are seen by this script only and go with it.
if [ -z "${PROSOPON_TEST_MOUNTS:-}" ]; then PROSOPON_TEST_MOUNTS=1 exec unshare --mount "$0" "$@"; fi

work=$(mktemp -d)
build=$work/build root=$work/root
trap 'umount -R "$root" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "check-image: $*" >&2; exit 1; }
export PATH="$PWD/node_modules/node/bin:$PATH"

debootstrap --variant=minbase bookworm "$root" >"$work/debootstrap.log" || { tail -n 3 "$work/debootstrap.log"; echo "check-image: skipped, Debian's packages are out of reach"; exit 0; }
# The slim image of Debian is this without documentation and lists of packages.
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale,info}/*

# Names of the first stage → where its files are here; .dockerignore says what COPY leaves out.
place() { case $1 in /prosopon*) echo "$work/out${1#/prosopon}" ;; /usr/local/bin/node) command -v node ;; esac; }
stage=0 environment=()
while IFS= read -r line; do
  instruction=${line%% *} rest=${line#* }
  case $stage-$instruction in
    *-FROM) stage=$((stage + 1)) ;;
    1-COPY)
      mkdir -p "$build"
      git ls-files -coz --exclude-standard | tar --exclude-from=.dockerignore --null -T- -cf - | tar -xf - -C "$build" ;;
    1-RUN)
      echo "RUN $rest"
      mkdir -p "$work/tmp"
      here=$(sed "s#/tmp\b#$work/tmp#g; s#/prosopon\b\([^-]\|\$\)#$work/out\1#g" <<<"$rest")
      (cd "$build" && bash -euc "$here") >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "$rest"; } ;;
    1-ENV) export "${rest?}" ;;
    2-COPY)
      read -r _ from to <<<"$rest"
      mkdir -p "$(dirname "$root$to")"
      cp -r "$(place "$from")" "$root$to" ;;
    2-RUN) echo "RUN $rest"; chroot "$root" bash -euc "$rest" ;;
    2-ENV) read -r -a environment <<<"$rest" ;;
    2-USER) user=$rest ;;
    2-HEALTHCHECK) healthy=$(sed 's/.*CMD \[\(.*\)\]/\1/; s/[",]//g' <<<"$rest") ;;
  esac
done < <(grep -v '^ *#' Dockerfile)

size=$(du -sm "$root" | cut -f 1)
[ "$size" -lt 400 ] || fail "$size MB are too many"

# As compose.yaml runs it: a read-only root, /data and /tmp can be written.
mount --bind "$root" "$root"
mount -t tmpfs tmpfs "$root/data"
chown "$user" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,bind,ro "$root"
inside() { chroot --userspec="$user" "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin PROSOPON_OFFLINE=1 "${environment[@]}" HOST=127.0.0.1 PORT=18080 GRPC_PORT=0 "$@"; }
! inside touch /prosopon/x 2>/dev/null || fail 'the root can be written'
inside prosopon evaluate --help >/dev/null
inside prosopon serve >"$work/log" 2>&1 &
service=$!
until inside $healthy; do
  kill -0 "$service" 2>/dev/null || { cat "$work/log"; fail 'the service has ended'; }
  sleep 0.5
done
inside prosopon doctor >/dev/null || { inside prosopon doctor; fail 'the doctor is not content'; }
pkill -TERM -P "$service" 2>/dev/null || kill "$service"
wait "$service" || true
echo "check-image: $size MB, runs as $user on a read-only root"
