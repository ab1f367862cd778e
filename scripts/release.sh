#!/usr/bin/env bash
# Releases the last commit: "release.sh v0.1.0" makes a commit, on no branch, in which the
# modules require one another at that version, and tags each module that people install.
# It pushes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
	echo "release.sh: $*" >&2
	exit 1
}

version=${1:-}
[[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "a version is one such as v0.1.0, not \"$version\""
[ -z "$(git status --porcelain)" ] || fail "there are changes that no commit has; commit them, or put them away"
tags=()
while read -r modfile; do
	tags+=("${modfile%go.mod}$version")
done < <(git ls-files '*go.mod' | grep -vE 'testdata/|^(test|tools)/')
[ -z "$(git tag --list "${tags[@]}")" ] || fail "these tags exist: $(git tag --list "${tags[@]}" | xargs)"

tmp=$(mktemp -d)
trap 'git worktree remove --force "$tmp/checkout" 2>/dev/null || true; rm -rf "$tmp"' EXIT
git worktree add --quiet --detach "$tmp/checkout"
(
	cd "$tmp/checkout"
	go build -o "$tmp/modproxy" ./tools/modproxy
	sed -i "s# v0\.0\.0 => # $version => #" go.work # is in the library's zip, so its hash is, too
	"$tmp/modproxy" -version "$version" -out "$tmp/proxy" -write
	git commit --quiet --all --message "Release $version"
	for tag in "${tags[@]}"; do git tag --annotate --message "Release $version" "$tag"; done
)
echo "Tagged: ${tags[*]}"
echo "To publish it: git push --atomic origin ${tags[*]}"
