#!/bin/sh
# Bundles the page into ../dist, where the Go package embeds it. Needs go alone.
set -eu
cd "$(dirname "$0")"
esbuild="go tool -modfile=../../../../.ci/tools/go.mod esbuild"
rm -f ../dist/*
$esbuild src/main.js --bundle --minify --charset=utf8 --format=esm --target=es2022 --loader:.svg=text \
	--log-level=warning --outfile=../dist/app.js
$esbuild src/style.css --bundle --minify --target=chrome111,firefox113,safari16.4 \
	--log-level=warning --outfile=../dist/app.css
cp src/icon.svg src/lang/*.json src/index.html ../dist/
