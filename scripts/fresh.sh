#!/usr/bin/env bash
# What a newcomer does, on a machine that has only Go: clones the last commit, installs
# the tool with empty caches, and runs the demo from elsewhere, without any network. A
# real browser then has to see it.
set -euo pipefail

fail() {
	echo "fresh.sh: $*" >&2
	exit 1
}

# offline ORIEL SCREENSHOTS: runs the two programs inside a network namespace of its own, with nothing but loopback.
offline() {
	ip link set lo up
	[ -z "$(ip route)" ] || fail "there is a network: $(ip route)"

	"$1" demo --no-open --port 0 >out 2>err &
	local demo=$! url="" tries
	# shellcheck disable=SC2064 # the process that runs now
	trap "kill $demo 2>/dev/null || true" EXIT
	for ((tries = 0; tries < 300; tries++)); do
		url=$(grep -hom1 'http://127\.0\.0\.1:[0-9]*/?token=[^ ]*' out || true)
		if [ -n "$url" ]; then break; fi
		kill -0 "$demo" 2>/dev/null || fail "the demo has ended: $(cat out err)"
		sleep 0.1
	done
	[ -n "$url" ] || fail "the demo has printed no address: $(cat out err)"

	local origin=${url%%/\?*} token=${url#*token=}
	token=${token%%&*}
	curl --silent --fail --max-time 10 "$url" | grep -i '<!doctype html>' >/dev/null || fail "$url is no page"
	local api=(curl --silent --show-error --fail --max-time 30 --header "Authorization: Bearer $token" --header 'Content-Type: application/json')
	for ((tries = 0; tries < 100; tries++)); do
		"${api[@]}" "$origin/api/session" >session.json || fail "the session can't be read"
		if grep -q '"status":"ready"' session.json; then break; fi
		sleep 0.1
	done
	grep -q '"status":"ready"' session.json || fail "the app does not start: $(cat session.json)"
	grep -q '"demo":{' session.json || fail "there is no demo: $(cat session.json)"
	if curl --silent --fail --max-time 10 --output /dev/null "$origin/api/session"; then fail "the session can be read without the token"; fi
	echo "offline, from $PWD: $origin answers"

	"$2" -oriel "$1" -out pictures >seen || fail "Chromium does not see the views: $(cat seen)"
	echo "offline, in Chromium: every view is ready, light, dark and narrow"
}

if [ "${1:-}" = --offline ]; then
	offline "$2" "$3"
	exit 0
fi

cd "$(dirname "$0")/.."
checkout=$PWD
for program in git go curl ip unshare npm; do
	command -v "$program" >/dev/null || fail "$program is missing (Debian: git golang curl iproute2 util-linux npm)"
done
scripts/setup.sh screenshots
if [ -n "$(git status --porcelain)" ]; then echo "fresh.sh: this checks the last commit; there are changes that are not in it" >&2; fi

tmp=$(mktemp -d)
# Modules are read-only, so they need more than rm.
trap 'chmod -R u+w "$tmp" && rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/elsewhere"
git clone --quiet "$checkout" "$tmp/clone"

export GOCACHE=$tmp/gocache GOMODCACHE=$tmp/gomodcache GOPATH=$tmp/gopath GOBIN=$tmp/bin npm_config_cache=$tmp/npmcache
cd "$tmp/clone"
began=$SECONDS
go install ./cmd/oriel
echo "go install ./cmd/oriel, with empty caches: $((SECONDS - began)) s, $(stat -c %s "$tmp/bin/oriel") bytes"
[ -z "$(git status --porcelain)" ] || fail "installing has changed the checkout: $(git status --porcelain)"
go build -o "$tmp/screenshots" ./scripts/screenshots

began=$SECONDS
npm ci --no-audit --no-fund --silent
echo "npm ci, with an empty cache: $((SECONDS - began)) s"
[ -z "$(git status --porcelain)" ] || fail "npm ci has changed the checkout: $(git status --porcelain)"

cd "$tmp/elsewhere"
namespace=(unshare --net)
if [ "$(id -u)" -ne 0 ]; then namespace=(unshare --map-root-user --net); fi
mv "$tmp/clone" "$tmp/gone"
"${namespace[@]}" env -i HOME="$tmp/elsewhere" PATH=/usr/sbin:/usr/bin:/sbin:/bin bash "$checkout/scripts/fresh.sh" --offline "$tmp/bin/oriel" "$tmp/screenshots"
