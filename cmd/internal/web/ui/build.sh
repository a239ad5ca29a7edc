#!/bin/sh
# Bundles the page into ../dist, where the Go package embeds it. Needs go and npm; npm fetches
# cm-chessboard as the lock file has it. Only the files named here get into the bundle:
# cm-chessboard's own pictures have other licences and stay out.
set -eu
cd "$(dirname "$0")"
esbuild="go tool -modfile=../../../../.ci/tools/go.mod esbuild"
npm ci --no-audit --no-fund --loglevel=error >/dev/null
rm -f ../dist/*
$esbuild src/main.js --bundle --minify --format=esm --target=es2022 --loader:.svg=text \
	--log-level=warning --outfile=../dist/app.js
$esbuild src/style.css --bundle --minify --target=chrome111,firefox113,safari16.4 \
	--log-level=warning --outfile=../dist/app.css
cp src/icon.svg ../dist/icon.svg
{
	echo "The page of jadoube (Apache-2.0) contains cm-chessboard:"
	echo
	cat node_modules/cm-chessboard/LICENSE
} >../dist/licences.txt
cp src/index.html ../dist/index.html
