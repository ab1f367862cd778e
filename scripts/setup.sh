#!/usr/bin/env bash
# Makes sure that the programs for a purpose are there: installs them where apt-get
# can, and otherwise says what is missing. Purposes: race, browser, npm, providers, screenshots.
set -euo pipefail

packages=() missing=()

# need PROGRAMS PACKAGES WHY: one of the programs has to be on PATH.
need() {
	local program
	for program in $1; do
		if command -v "$program" >/dev/null; then return; fi
	done
	# shellcheck disable=SC2206 # the packages are words
	packages+=($2)
	missing+=("  ${1%% *}: $3 (Debian: $2)")
}

# need_font NAME PACKAGE WHY
need_font() {
	if command -v fc-list >/dev/null && [ -n "$(fc-list "$1")" ]; then return; fi
	packages+=("$2")
	missing+=("  the font $1: $3 (Debian: $2)")
}

for purpose in "$@"; do
	case $purpose in
	race) need "gcc clang" "gcc libc6-dev" "the race detector needs a C compiler" ;;
	browser)
		if [ -z "${ORIEL_CHROMIUM:-}" ]; then
			need "chromium chromium-browser google-chrome google-chrome-stable" "chromium fonts-dejavu-core" \
				"tests run in a real browser; ORIEL_CHROMIUM may name another one"
		fi
		;;
	npm) need npm "nodejs npm" "installs the type checker and the peers that the tests run against" ;;
	providers) need glewlwyd "dbconfig-sqlite3 glewlwyd" "tests sign in at this identity provider" ;;
	screenshots)
		"$0" browser
		need fc-list fontconfig "finds the fonts for the screenshots"
		need pngquant pngquant "compresses the screenshots"
		need_font "Inter" fonts-inter "the screenshots are set in it"
		need_font "JetBrains Mono" fonts-jetbrains-mono "the screenshots are set in it"
		;;
	*)
		echo "setup.sh: unknown purpose $purpose" >&2
		exit 64
		;;
	esac
done

if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

if command -v apt-get >/dev/null && [ "$(id -u)" -eq 0 ]; then
	echo "installing ${packages[*]}"
	export DEBIAN_FRONTEND=noninteractive
	# Tests run it themselves; its package would also start it as a service.
	if [ -d /run/systemd/system ] && [[ " ${packages[*]} " == *" glewlwyd "* ]]; then systemctl mask --quiet glewlwyd.service; fi
	apt-get update -q >/dev/null
	apt-get install -qy --no-install-recommends "${packages[@]}" >/dev/null </dev/null
	exit 0
fi
{
	echo "missing:"
	printf '%s\n' "${missing[@]}"
	echo "Install them, or run this as root on Debian, where it installs them by itself."
} >&2
exit 1
