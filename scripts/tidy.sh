#!/usr/bin/env bash
# Runs "go mod tidy" in each module of the checkout, as if the others were released.
# "tidy.sh --check" changes nothing, and fails where something would change.
set -euo pipefail
cd "$(dirname "$0")/.."

check=
if [ "${1:-}" = --check ]; then check=yes; fi
tmp=$(mktemp -d)
# The module cache is read-only, and has a version of ours that stands for this moment only.
trap 'chmod -R u+w "$tmp" && rm -rf "$tmp"' EXIT
go run ./tools/modproxy -version v0.0.0 -out "$tmp/released"
status=0
while read -r modfile; do
	folder=$(dirname "$modfile")
	# Tidied copies: what is interrupted leaves the checkout as it was.
	rm -f "$tmp/go.sum"
	for file in go.mod go.sum; do
		if [ -e "$folder/$file" ]; then cp "$folder/$file" "$tmp/$file"; fi
	done
	(
		cd "$folder"
		GOWORK=off GOFLAGS=-mod=mod GOPROXY="file://$tmp/released,file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY)" GONOSUMDB=github.com/orielapps/* \
			GOMODCACHE="$tmp/cache" go mod tidy -modfile="$tmp/go.mod"
	)
	# The hashes of our own modules change with each edit; the workspace needs none.
	sed -i '\#^github.com/orielapps/oriel#d' "$tmp/go.sum"
	for file in go.mod go.sum; do
		if [ -z "$check" ]; then
			cp "$tmp/$file" "$folder/$file"
		else
			diff -uN "$folder/$file" "$tmp/$file" || status=1
		fi
	done
done < <(git ls-files --cached --others --exclude-standard '*go.mod' | grep -v testdata/)
exit "$status"
