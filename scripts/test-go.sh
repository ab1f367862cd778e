#!/usr/bin/env bash
# Runs the Go tests with the race detector: test-go.sh [--all] FLAGS PACKAGES. Packages that
# only watch pages in a browser, and have no code that is released, go without it unless --all
# is given: it would find nothing in them but a race of chromedp, and triples what their
# processes take.
#
# chromedp 0.22.1, which drives the browser in tests, has that race: while it attaches to a
# frame it fills a map that its event loop reads without the lock (documentUpdated and domEvent
# in its target.go). A package that fails with that report is run again, twice at most; any
# other failure counts at once.
set -uo pipefail
cd "$(dirname "$0")/.."

watchers='^github\.com/orielapps/oriel/internal/(interop|peers|viewtest(/.*)?)$'
if [ "${1:-}" = --all ]; then
	watchers='^$'
	shift
fi
flags=() patterns=()
for argument in "$@"; do
	case $argument in
	-*) flags+=("$argument") ;;
	*) patterns+=("$argument") ;;
	esac
done
listed=$(go list "${patterns[@]}") || exit
mapfile -t raced < <(grep -Ev "$watchers" <<<"$listed")
mapfile -t watching < <(grep -E "$watchers" <<<"$listed")

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# race PACKAGES: runs them with the race detector.
race() {
	local attempt status failed packages=("$@") again=()
	for attempt in 1 2 3; do
		go test -race -timeout 15m "${flags[@]}" "${again[@]}" "${packages[@]}" 2>&1 | tee "$log"
		status=${PIPESTATUS[0]}
		if [ "$status" -eq 0 ]; then return 0; fi
		grep -q 'chromedp\.(\*Target)\.domEvent()' "$log" || return "$status"
		mapfile -t failed < <(awk '$1 == "FAIL" && $2 ~ /\// { print $2 }' "$log" | sort -u)
		if [ ${#failed[@]} -eq 0 ] || [ "$attempt" -eq 3 ]; then return "$status"; fi
		echo "test-go.sh: chromedp raced with itself; again: ${failed[*]}"
		packages=("${failed[@]}") again=(-count=1)
	done
}

status=0
if [ ${#raced[@]} -gt 0 ]; then race "${raced[@]}" || status=$?; fi
if [ ${#watching[@]} -gt 0 ]; then go test -timeout 15m "${flags[@]}" "${watching[@]}" || status=$?; fi
exit "$status"
