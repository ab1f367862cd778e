#!/usr/bin/env bash
# Runs the Go tests with the race detector. chromedp 0.22.1, which drives the browser in
# tests, has a race of its own: while it attaches to a frame it fills a map that its event
# loop reads without the lock (documentUpdated and domEvent in its target.go). A package that
# fails with that report is run again, twice at most; any other failure counts at once.
set -uo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
arguments=("$@")
for attempt in 1 2 3; do
	go test -race -timeout 15m "${arguments[@]}" 2>&1 | tee "$log"
	status=${PIPESTATUS[0]}
	if [ "$status" -eq 0 ]; then exit 0; fi
	grep -q 'chromedp\.(\*Target)\.domEvent()' "$log" || exit "$status"
	mapfile -t failed < <(awk '$1 == "FAIL" && $2 ~ /\// { print $2 }' "$log" | sort -u)
	if [ ${#failed[@]} -eq 0 ] || [ "$attempt" -eq 3 ]; then exit "$status"; fi
	echo "test-go.sh: chromedp raced with itself; again: ${failed[*]}"
	arguments=(-count=1 "${failed[@]}")
done
