#!/usr/bin/env bash
# Uses the packages as a stranger would: packs them, installs the service's tarball into an empty prefix
# with the versions of its lock, and there, away from the checkout, enrols, verifies, evaluates, serves with all extensions and looks
# at a page. Needs npm ci before.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
service=
trap 'if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; wait "$service" || true; fi; rm -rf "$work"' EXIT
fail() { echo "check-package: $*" >&2; exit 1; }

# Node.js 24, which the development packages bring along, before an older one.
export PATH="$PWD/node_modules/node/bin:$PATH" PROSOPON_OFFLINE=1 PROSOPON_DATA="$work/data"
npm pack --silent --pack-destination "$work" >/dev/null
for extension in packages/*/; do (cd "$extension" && npm pack --silent --pack-destination "$work" >/dev/null); done
for package in "$work"/*.tgz; do tar -tzf "$package"; done > "$work/files"
if grep -E '\.ts$|^package/(test|bench|web|packages|node_modules)/' "$work/files" | grep -v '/capture/'; then
  fail 'the files above are no part of a package'
fi

for person in 0 1 2; do
  for side in 400 320; do
    node -e "import('./testing/photos.ts').then(async ({ portraitJpeg }) => {
      const { mkdirSync, writeFileSync } = await import('node:fs');
      mkdirSync('$work/people/$person', { recursive: true });
      writeFileSync('$work/people/$person/$side.jpg', await portraitJpeg($person, $side));
    })"
  done
done

npm install --global --prefix "$work/prefix" --prefer-offline --no-audit --no-fund --loglevel error "$work"/prosopon-[0-9]*.tgz
# npm follows the lock of a package that it takes from a registry. With one from a file, this does it.
npm ci --prefix "$work/prefix/lib/node_modules/prosopon" --prefer-offline --no-audit --no-fund --loglevel error
node -e "
  const { readFileSync } = await import('node:fs');
  const { components } = JSON.parse(readFileSync('bom.json', 'utf8'));
  const listed = new Set(components.map(({ group, name, version }) => (group ? group + '/' : '') + name + ' ' + version));
  const { packages } = JSON.parse(
    readFileSync('$work/prefix/lib/node_modules/prosopon/node_modules/.package-lock.json', 'utf8'),
  );
  const installed = Object.entries(packages).map(([folder, { version }]) => folder.split('node_modules/').at(-1) + ' ' + version);
  const other = installed.filter((one) => !listed.has(one));
  if (installed.length < 100 || other.length > 0) throw new Error('not in bom.json: ' + other.join(', '));
" --input-type=module || fail 'installed packages differ from those tested'
PATH="$work/prefix/bin:$PATH"
cd "$work"
[ "$(command -v prosopon)" = "$work/prefix/bin/prosopon" ] || fail 'the program is not in the prefix'

prosopon client create --id shop --name Shop >/dev/null
prosopon enroll 1 people/0/400.jpg >/dev/null
prosopon verify 1 people/0/320.jpg >/dev/null || fail 'a person is not taken for herself'
! prosopon verify 1 people/1/400.jpg >/dev/null || fail 'a person is taken for another'
prosopon evaluate --dataset people --out report >/dev/null
grep -q '<svg' report/*.html || fail 'the report has no charts'

! PROSOPON_EXTENSIONS=documents prosopon photo-verify people/0/400.jpg --photo people/0/320.jpg > out 2>&1 || fail 'an extension is in the package'
grep -q 'there is no such extension' out || { cat out; fail 'an extension is missed in other words'; }
npm install --global --prefix "$work/prefix" --prefer-offline --no-audit --no-fund --loglevel error "$work"/prosopon-[a-z]*.tgz
PROSOPON_DATA="$work/new" PROSOPON_EXTENSIONS=documents,mosip,osia PORT=0 GRPC_PORT=0 prosopon serve > log 2>&1 &
service=$!
until grep -qs '"msg":"ready"' log; do
  kill -0 "$service" 2>/dev/null || { cat log; fail 'the service has ended'; }
  sleep 0.2
done
grep -q 'A client was created' log || fail 'the first start shows no client'
! grep -E 'npm run|bin/prosopon' log || fail 'the start names what only a checkout has'
url=$(grep -o 'http://127.0.0.1:[0-9]*' log | head -n 1)
node -e "
  const page = await (await fetch('$url/', { headers: { accept: 'text/html' } })).text();
  const [script] = /\/assets\/[^\"]+\.js/.exec(page) ?? [];
  for (const path of [script, '/admin', '/docs', '/docs/operate/tls', '/docs/api', '/readyz', '/capture/prosopon-capture.js'])
    if (!(await fetch('$url' + path)).ok) throw new Error(path);
  for (const path of ['/osia/v1/verify?transactionId=1', '/v1/biosdk-service/init'])
    if ((await fetch('$url' + path, { method: 'POST' })).status !== 401) throw new Error(path);
" --input-type=module || fail 'a page or extension does not load'
echo "check-package: $(basename -a "$work"/*.tgz | tr '\n' ' ')works without a checkout, $(du -sm "$work/prefix" | cut -f 1) MB installed"
