#!/usr/bin/env bash
# What a newcomer does, on a machine that has only Go: the commands of README, in a clone with
# empty caches and without a release. Then installs the released tool, makes an app, tests it, develops it, and runs the demo from elsewhere
# without any network, where a real browser has to see it. The release is what
# release.sh makes of the last commit; the go command takes it from its tags, as from GitHub.
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

# readme_block N: the Nth block of commands in README.md.
readme_block() {
	awk -v wanted="$1" '/^```sh$/ { inside = ++n == wanted; next } /^```$/ { inside = 0 } inside' "$checkout/README.md"
}

# first_block: runs the first block of README, word for word, in a clone. Nothing but Go and the system's own
# programs is there, and "oriel dev" at its end is interrupted once the app answers.
first_block() {
	local block go_path
	block=$(readme_block 1)
	grep -qx 'oriel dev *#.*' <<<"$block" || fail "the first block of README does not end with oriel dev: $block"
	git clone --quiet --no-tags "$checkout" "$tmp/first/clone"
	go_path=$tmp/first/bin
	mkdir -p "$go_path"
	ln -s "$(command -v go)" "$go_path/go"
	for program in bash env; do ln -s "$(command -v $program)" "$go_path/$program"; done
	cd "$tmp/first/clone"
	: >"$tmp/first/out" >"$tmp/first/err"
	local began=$SECONDS
	# Its own process group, which is then interrupted as a terminal does.
	setsid env -i HOME="$tmp/first/home" PATH="$go_path" ORIEL_CACHE="$tmp/first/packages" GOPROXY="$(go env GOPROXY)" GOSUMDB="$(go env GOSUMDB)" \
		bash -euo pipefail -c "$block" >"$tmp/first/out" 2>"$tmp/first/err" &
	local running=$! tries url=""
	for ((tries = 0; tries < 9000; tries++)); do
		url=$(grep -hom1 'http://127\.0\.0\.1:[0-9]*/mcp' "$tmp/first/out" "$tmp/first/err" | head -1 || true)
		if [ -n "$url" ] && curl --silent --fail --max-time 30 --header 'Content-Type: application/json' --header 'Accept: application/json, text/event-stream' \
			--data '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' "$url" | grep -q '"resourceUri":"ui://hello/'; then break; fi
		kill -0 "$running" 2>/dev/null || fail "the first block of README has ended: $(cat "$tmp/first/out" "$tmp/first/err")"
		sleep 0.1
	done
	kill -INT -- "-$running"
	wait "$running" || true # bash tells of the interrupt
	[ "$tries" -lt 9000 ] || fail "the app of README's first block has no view: $(cat "$tmp/first/out" "$tmp/first/err")"
	[ -z "$(git status --porcelain)" ] || fail "README's first block has changed the clone: $(git status --porcelain)"
	cd "$tmp/first/hello"
	"$tmp/first/home/go/bin/oriel" generate --check
	echo "README's first block, in a clone with empty caches: $((SECONDS - began)) s, the app answers with its view"
}

if [ "${1:-}" = --offline ]; then
	offline "$2" "$3"
	exit 0
fi

cd "$(dirname "$0")/.."
checkout=$PWD
version=v0.1.0
for program in git go curl ip unshare npm; do
	command -v "$program" >/dev/null || fail "$program is missing (Debian: git golang curl iproute2 util-linux npm)"
done
scripts/setup.sh screenshots
if [ -n "$(git status --porcelain)" ]; then echo "fresh.sh: this checks the last commit; there are changes that are not in it" >&2; fi

tmp=$(mktemp -d)
# Modules are read-only, so they need more than rm.
trap 'chmod -R u+w "$tmp" && rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/elsewhere" "$tmp/apps" "$tmp/first" "$tmp/first/home"
first_block

git clone --quiet --no-tags "$checkout" "$tmp/clone"
cd "$tmp/clone"
export GIT_AUTHOR_NAME=fresh GIT_AUTHOR_EMAIL=fresh@localhost GIT_COMMITTER_NAME=fresh GIT_COMMITTER_EMAIL=fresh@localhost
scripts/release.sh "$version"
git checkout --quiet "$version"
go build -o "$tmp/screenshots" ./test/screenshots
began=$SECONDS
npm_config_cache=$tmp/npmcache npm ci --no-audit --no-fund --silent
echo "npm ci, with an empty cache: $((SECONDS - began)) s"
[ -z "$(git status --porcelain)" ] || fail "npm ci has changed the checkout: $(git status --porcelain)"
mv "$tmp/clone" "$tmp/origin"

export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=url.file://$tmp/origin.insteadOf GIT_CONFIG_VALUE_0=https://github.com/orielapps/oriel
export GOPRIVATE=github.com/orielapps/* GOFLAGS= GOWORK=
export GOCACHE=$tmp/gocache GOMODCACHE=$tmp/gomodcache GOPATH=$tmp/gopath GOBIN=$tmp/bin
export PATH=$tmp/bin:$PATH
cd "$tmp"
began=$SECONDS
# README's command for a published version.
bash -euo pipefail -c "$(readme_block 2)"
echo "$(readme_block 2), with empty caches: $((SECONDS - began)) s, $(stat -c %s "$tmp/bin/oriel") bytes"
oriel version | grep -q " $version " || fail "it says it is $(oriel version)"

while read -r tag; do
	cd "$tmp/origin/${tag%"$version"}"
	GOWORK=off go list -deps -test ./... >/dev/null || fail "$tag: its go.mod or go.sum is wrong"
done < <(git -C "$tmp/origin" tag)
cd "$tmp/origin/cmd/oriel"
GOWORK=off go build -o "$tmp/own" .
echo "each tag fits the others: $(git -C "$tmp/origin" tag | xargs)"

cd "$tmp/apps"
oriel new hello
cd hello
grep -q "^require github.com/orielapps/oriel $version\$" go.mod || fail "go.mod of a new app: $(cat go.mod)"
if grep -q replace go.mod; then fail "go.mod of a new app has a replace: $(cat go.mod)"; fi
began=$SECONDS
go test ./...
echo "oriel new hello && go test ./...: $((SECONDS - began)) s"
modules=$(go mod graph | tr ' ' '\n' | sed 's/@.*//' | sort -u | wc -l)
echo "modules in go mod graph of a new app: $modules"
[ "$modules" -le 25 ] || fail "a new app has $modules modules in its graph; at most 25 are wanted"
go mod verify >/dev/null

oriel dev --json --no-open --port 0 >events 2>dev.err &
dev=$!
wait_for() {
	local tries
	for ((tries = 0; tries < 600; tries++)); do
		if grep -q "$1" events; then return; fi
		kill -0 "$dev" 2>/dev/null || fail "oriel dev has ended: $(cat events dev.err)"
		sleep 0.1
	done
	fail "oriel dev says nothing of $1: $(cat events dev.err)"
}
wait_for '"type":"server_ready"'
wait_for '"type":"view_built"'
app=$(grep -o '"app":"[^"]*"' events | head -1 | cut -d'"' -f4)
curl --silent --fail --max-time 30 --header 'Content-Type: application/json' --header 'Accept: application/json, text/event-stream' \
	--data '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' "$app" | grep -q '"resourceUri":"ui://hello/' || fail "the app of oriel dev has no view"
kill -INT "$dev"
wait "$dev" || fail "oriel dev ends with $?: $(cat events dev.err)"
if grep -q '"type":"problem"' events; then fail "oriel dev finds problems: $(cat events)"; fi
echo "oriel dev: the app answers with its view, and ends when it is interrupted"

cd "$tmp/elsewhere"
namespace=(unshare --net)
if [ "$(id -u)" -ne 0 ]; then namespace=(unshare --map-root-user --net); fi
"${namespace[@]}" env -i HOME="$tmp/elsewhere" PATH=/usr/sbin:/usr/bin:/sbin:/bin bash "$checkout/scripts/fresh.sh" --offline "$tmp/bin/oriel" "$tmp/screenshots"
