# The project's commands. On a fresh machine with Go, git and Debian's apt, `make run` and `make test` are
# all that is needed: they install what is missing.

GO     ?= go
TOOL   := $(GO) tool -modfile=.ci/tools/go.mod
PAGE   := cmd/internal/web/dist/index.html
AXE    := cmd/internal/web/ui/node_modules/axe-core
ARMV6  := GOOS=linux GOARCH=arm GOARM=6
ARM64  := GOOS=linux GOARCH=arm64
PURE   := ./rules/... ./boardstate/...

export CGO_ENABLED = 0

.PHONY: help
help: ## lists the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## builds all and starts the simulated board; ARGS="--listen HOST:PORT" goes to serve
	bin/jadoube serve $(ARGS)

.PHONY: build
build: ui ## builds bin/jadoube with its page
	$(GO) build -trimpath -ldflags "-s -w" -o bin/jadoube ./cmd/jadoube

.PHONY: ui
ui: $(PAGE) ## bundles the page

$(PAGE): $(wildcard cmd/internal/render/pieces.svg cmd/internal/web/ui/*.* cmd/internal/web/ui/src/* cmd/internal/web/ui/src/*/*)
	cmd/internal/web/ui/build.sh
	touch $@

.PHONY: test
test: need ui vet house cross ## installs what the tests need and runs all of them
	$(GO) test -timeout 40m ./...

.PHONY: test-slow
test-slow: ui ## runs all tests with their deep suites, for as long as they take
	JADOUBE_SLOW=1 $(GO) test -timeout 60m ./...

.PHONY: test-recognition
test-recognition: ## has hands act out 500 games on every kind of board, and 3000 random ones, and asks whether they are read exactly
	JADOUBE_SLOW=1 $(GO) test -timeout 60m -run 'Recognition$$' ./boardstate/game
	$(GO) test -count 1 -timeout 60m -run ShortestFailing ./boardstate -rapid.checks 3000 -rapid.nofailfile

.PHONY: bench-recognition
bench-recognition: ## measures the same games: exactness, latency, cost; prints a table
	JADOUBE_SLOW=1 $(GO) test -count 1 -timeout 60m -run 'Recognition$$' -v ./boardstate/game | grep '^ *|'

.PHONY: test-kernel
test-kernel: ui ## boots Raspberry Pis 3B and Zero and a PC with pins in QEMU, with Debian's kernels, and plays on them
	.ci/need gcc make libelf1
	JADOUBE_KERNEL=1 $(GO) test -count 1 -v -timeout 60m -run '^TestKernel' ./cmd/jadoube

.PHONY: pictures
pictures: need ui ## takes the pictures of the page in docs/pictures anew
	$(GO) test -count 1 ./cmd/jadoube -run '^TestGameInBrowser$$|^TestPictures$$' -picture

.PHONY: need
need: $(AXE)
	.ci/need stockfish pgn-extract chromium qemu-user-static socat

$(AXE): cmd/internal/web/ui/package-lock.json
	.ci/need npm
	-cd cmd/internal/web/ui && npm ci --no-audit --no-fund --loglevel=error
	@touch -c $@

.PHONY: vet
vet:
	$(GO) vet ./...

.PHONY: house
house:
	$(GO) test ./cmd/internal/house

.PHONY: cross
cross: ui ## builds for the boards' machines and runs the pure packages' tests as if on them
	$(ARMV6) $(GO) build -trimpath -ldflags "-s -w" -o bin/jadoube-armv6 ./cmd/jadoube
	$(ARM64) $(GO) build -trimpath -ldflags "-s -w" -o bin/jadoube-arm64 ./cmd/jadoube
	@if command -v qemu-arm-static >/dev/null; then set -x; \
		$(ARMV6) $(GO) test -timeout 40m -short -exec "qemu-arm-static -cpu arm1176" $(PURE); \
	else echo "SKIP: tests on ARMv6: qemu-arm-static can't be had"; fi
	@if command -v qemu-aarch64-static >/dev/null; then set -x; \
		$(ARM64) $(GO) test -timeout 40m -short -exec qemu-aarch64-static $(PURE); \
	else echo "SKIP: tests on ARM64: qemu-aarch64-static can't be had"; fi

.PHONY: deb
deb: ui ## builds the Debian packages of all machines into bin/
	@for arch in armhf arm64 amd64; do packaging/build $$arch $(VERSION) || exit; done

.PHONY: deb-test
deb-test: ui ## tries the Debian packages: lintian, a clean root, the ARM ones under emulation
	packaging/test

.PHONY: bench
bench: bench-rules bench-daemon ## measures legal moves (nodes/s), recognition (ns and allocations an event), replay (games/s) and the daemon
	@$(GO) test -run '^$$' -bench 'Tracker|Replay' ./cmd/jadoube

.PHONY: bench-daemon
bench-daemon: ui ## measures what the running daemon holds in memory and what a scan costs it
	@$(GO) test -run '^$$' -bench Daemon -benchtime 1x ./cmd/jadoube

.PHONY: bench-rules
bench-rules: ## measures legal moves against Stockfish's, in turn, in CPU time
	.ci/need stockfish
	@$(GO) test -run '^$$' -bench Peer -benchtime 9x ./rules

.PHONY: lint
lint: vet ## gofmt, gofumpt, vet, staticcheck
	@test -z "$$(gofmt -l . | tee /dev/stderr)" || { echo "run gofmt -w on these"; exit 1; }
	@test -z "$$($(TOOL) gofumpt -l . | tee /dev/stderr)" || { echo "run make fmt"; exit 1; }
	$(TOOL) staticcheck ./...

.PHONY: fmt
fmt: ## formats all sources
	$(TOOL) gofumpt -w .

.PHONY: notices
notices: ## writes THIRD_PARTY_NOTICES anew
	$(GO) test ./cmd/internal/house -run Notices -update

.PHONY: clean
clean: ## removes what was built
	rm -rf bin artefacts cmd/internal/web/dist/* cmd/internal/web/ui/node_modules
