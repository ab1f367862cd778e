#!/usr/bin/env bash
# Runs the tests at one of three speeds, and prints which packages took longest.
#
#   test.sh quick            what a change needs: units, goldens, types, a smoke of each story in Chromium
#   test.sh system           whole: other people's halves, browsers, engines, hostile servers
#   test.sh all [SHARD/OF]   everything, raced, shuffled, every combination, fuzzing, a fresh machine, the budgets
#
# What is named TestLarge… is never raced, and has the garbage collector that users have.
#
# In module test, "quick" runs the packages of quick_tests, and of the others what is
# named TestSmoke…. It leaves out what is named TestSystem…, and TestLarge… of raced_long.
# "system" runs all that "quick" has left out.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t modules < <(go list -m -f "{{.Dir}}/...") # those of go.work
# These have goroutines that share something. Raced, the long ones take a minute of "quick".
raced='^(\./auth|\./internal/serve/.+|\./state|\./internal/tool/mcpclient|\./internal/tool/devloop/watch)$'
raced_long='^(\.|\./internal/serve)$'
quick_tests='^\./test/(architecture|library|schema|serve|signin|view)$'
# These take longest: begun first, no processor has to wait for them in the end.
long='^\./(cmd/oriel|internal/tool/(bundle|npm|devloop|workbench)|test/(bench|cli|hostile|interop|viewtest|viewtest/hooks|workbench))$'

# A raced program waits for a second before it exits, in case a report is still being written.
# The race detector makes garbage dear, and there is memory enough.
export GORACE="atexit_sleep_ms=50 ${GORACE:-}"
raced_gc=${GOGC:-400}

# Programs without tables for debuggers are linked a third quicker, those of tests' own too.
export GOFLAGS="${GOFLAGS:-} -ldflags=-w"

took=$(mktemp)
trap 'rm -f "$took"' EXIT
status=0

# list PATTERNS: the packages with tests, by their folders, the long ones first.
list() {
	local all
	all=$(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' "$@" | sed -e '/^$/d' -e "s#^$PWD\$#.#" -e "s#^$PWD/#./#")
	grep -E "$long" <<<"$all" || true
	grep -vE "$long" <<<"$all" || true
}

# gotest FLAGS -- PACKAGES: runs them, and notes what they took. Nothing where there are none.
gotest() {
	local flags=()
	while [ "$1" != -- ]; do flags+=("$1") && shift; done
	shift
	[ $# -gt 0 ] || return 0
	# -count=1: the cache of results knows nothing of files of other modules.
	go test -vet=off -timeout 30m -count=1 "${flags[@]}" "$@" | tee -a "$took" || status=1
}

# step NAME COMMAND…: runs something that is no Go test.
step() {
	local name=$1 began=$SECONDS
	shift
	"$@" || status=1
	printf 'ok\t%s\t%d.0s\n' "$name" $((SECONDS - began)) >>"$took"
}

# packages PATTERN: of all packages, those that match.
packages() { grep -E "$1" <<<"$all" || true; }
# without PATTERN
without() { grep -vE "$1" || true; }
# having PREFIX: those with tests of such names; linking a program that runs none takes a second.
having() {
	local dir
	while read -r dir; do
		if grep -qE "^func $1" "$dir"/*_test.go; then echo "$dir"; fi
	done
}

quick() {
	all=$(list "${modules[@]}")
	step "scripts/test-ts.sh" scripts/test-ts.sh
	# shellcheck disable=SC2046 # a package a word
	{
		GOGC=$raced_gc gotest -race -skip '^Test(Large|System)' -- $(packages "$raced")
		gotest -run '^TestLarge' -- $(packages "$raced" | having TestLarge)
		gotest -skip '^Test(Large|System)' -- $(packages "$raced_long")
		gotest -skip '^TestSystem' -- $(without "$raced" <<<"$all" | without "$raced_long" | without '^\./test/') $(packages "$quick_tests")
		gotest -run '^TestSmoke' -- $(packages '^\./test/' | without "$quick_tests" | having TestSmoke)
	}
}

system() {
	all=$(list "${modules[@]}")
	# shellcheck disable=SC2046
	{
		GOGC=$raced_gc gotest -race -skip '^TestLarge' -- $(packages "$raced_long")
		gotest -run '^TestLarge' -- $(packages "$raced_long")
		gotest -run '^TestSystem' -- $({ without '^\./test/' <<<"$all" | without "$raced_long" && packages "$quick_tests"; } | having TestSystem)
		gotest -skip '^TestSmoke' -- $(packages '^\./test/' | without "$quick_tests")
	}
	step "bench -parts sizes" go run ./test/bench -parts sizes
}

# The parts of "all", so that of four shards each takes about as long.
parts=(library tool browsers peers lint cli fuzz rest)

all() {
	export ORIEL_TEST_ALL=1
	local shard=1 of=1 i=0 part
	if [ -n "${1:-}" ]; then shard=${1%/*} of=${1#*/}; fi
	if ! [[ $shard/$of =~ ^[1-9][0-9]*/[1-9][0-9]*$ ]] || [ "$shard" -gt "$of" ]; then
		echo "test.sh: a shard is one such as 2/4, not $1" >&2
		exit 64
	fi
	all=$(list "${modules[@]}")
	for part in "${parts[@]}"; do
		if [ $((i % of + 1)) -eq "$shard" ]; then "part_$part"; fi
		i=$((i + 1))
	done
}

# shellcheck disable=SC2046
raced_all() {
	[ $# -gt 0 ] || return 0
	GOGC=$raced_gc gotest -race -shuffle=on -skip '^TestLarge' -- "$@"
	gotest -shuffle=on -run '^TestLarge' -- $(printf '%s\n' "$@" | having TestLarge)
}
browsers='^\./test/(workbench|hostile|examples/.*|sandbox|bundle|serve|view|viewtest(/.*)?)$'
part_library() { raced_all $(without '^\./(internal/tool|cmd|test)/' <<<"$all"); }
part_tool() { raced_all $(packages '^\./(internal/tool|cmd)/'); }
part_browsers() { raced_all $(packages "$browsers"); }
part_peers() { raced_all $(packages '^\./test/' | without "$browsers" | without '^\./test/cli$'); }
part_cli() { raced_all $(packages '^\./test/cli$'); }
part_lint() {
	step "make lint" make lint
	step "scripts/test-ts.sh" scripts/test-ts.sh
	step "scripts/tidy.sh --check" scripts/tidy.sh --check
}
part_fuzz() { step "scripts/fuzz.sh 5s" scripts/fuzz.sh 5s; }
part_rest() {
	step "scripts/fresh.sh" scripts/fresh.sh
	step "bench" go run ./test/bench
}

case ${1:-} in
quick | system) "$1" ;;
all) all "${2:-}" ;;
*)
	sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
	exit 64
	;;
esac

echo
echo "What took longest, in $((SECONDS / 60)) min $((SECONDS % 60)) s:"
grep -E '^ok' "$took" | grep -v cached | awk -F'\t' '{ sub("s", "", $3); sub("github.com/orielapps/oriel/", "", $2); printf "%8.1f s  %s\n", $3, $2 }' | sort -rn | head -12
exit "$status"
