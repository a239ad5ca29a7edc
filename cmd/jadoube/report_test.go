package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// planted are the names and secrets that a report must not hold, in whatever letters.
var planted = []string{
	"Kowalczyk", "Zuzanna", "Fridolin", "Klubabend", "Gasthaus", "zuzannas-brett", "telefon", "jdb_", "QXCD", "hunter2", "192.168.77.9",
	"/home/zuza", "A50285BI", "Heimnetz", "privatordner", "fe80::77", "zert.pem", "Bemerkung",
}

// bundle reads a report.
func bundle(t *testing.T, file string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(text)
	}
	return out
}

// nothingPlanted searches a report for what was planted.
func nothingPlanted(t *testing.T, parts map[string]string) {
	t.Helper()
	secrets := planted
	if host, err := os.Hostname(); err == nil && len(host) > 3 {
		secrets = append(slices.Clone(planted), host)
	}
	for name, text := range parts {
		for _, secret := range secrets {
			if i := strings.Index(strings.ToLower(text), strings.ToLower(secret)); i >= 0 {
				t.Errorf("%s tells %q: …%q…", name, secret, text[max(0, i-60):min(len(text), i+60)])
			}
		}
	}
}

// TestReport: a report holds what a bug report needs, of a running board and of one that is stopped, the raw record in it
// gives the same moves, and nothing of the names and secrets that were planted everywhere.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "privatordner")
	tools := filepath.Join(dir, "bin")
	config := filepath.Join(dir, "board.toml")
	write := func(file string, mode os.FileMode, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(config, 0o644, fmt.Sprintf(`
[page]
listen = "127.0.0.1:0"
hosts = ["zuzannas-brett.local"]
[data]
folder = %q
[game.tags]
White = "Kowalczyk, Zuzanna"
Black = "Fridolin"
Event = "Klubabend"
Site = "Gasthaus zur Post"
WhiteElo = "1777"
[engine]
program = "/home/zuza/bin/fish"
[engine.options]
SyzygyPath = "/home/zuza/tables"
`, data))
	write(filepath.Join(data, "access.json"), 0o600, `{"devices":[{"id":"x7k2m9qa","name":"Zuzannas Telefon","role":"admin","hash":"00"}]}`)
	write(filepath.Join(tools, "journalctl"), 0o755, `#!/bin/sh
cat <<END
{"time":"2026-11-30T19:31:07Z","level":"INFO","msg":"a device can be paired","role":"admin","code":"QXCD-EF2H","until":"19:41:07"}
{"time":"2026-11-30T19:31:08Z","level":"INFO","msg":"a device was paired","id":"x7k2m9qa","name":"Neues Telefon","address":"192.168.77.9:40112"}
{"time":"2026-11-30T19:31:09Z","level":"WARN","msg":"health","part":"board","text":"open /dev/serial/by-id/usb-FTDI_A50285BI: no such file"}
jadoube: pair a first device as admin with the code QXCD-EF2H, until 19:41:07
connected to ssid="Heimnetz" with psk=hunter2 from fe80::77 by jdb_ABCDEFGHIJKLMNOPQRSTUVWXYZ
ZUZANNA'S board at zuzannas-brett.local in /home/zuza/chess, certificate /home/zuza/zert.pem
unit $2, arguments $*
END
`)
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	daemon, addr := serve(t, "--config", config)
	for _, c := range []string{
		`"lift","square":"e2"`, `"place","square":"e4"`, `"press","key":"arbiter note Bemerkung zu Zuzanna"`, `"lift","square":"e7"`, `"place","square":"e5"`,
	} {
		post(t, addr, `{"do":`+c+`}`)
		time.Sleep(100 * time.Millisecond)
	}
	moves := func() string { return output(t, "games", "export", "--data", data) }
	until(t, "two moves", func() bool { return strings.Contains(moves(), "e5") })

	running := filepath.Join(dir, "running.zip")
	told := output(t, "report", "--config", config, "--address", addr, "-o", running)
	for _, part := range []string{"game.trace", "config.toml", "health.json", "log.jsonl", "The report is in " + running} {
		if !strings.Contains(told, part) {
			t.Errorf("report doesn't tell of %s: %s", part, told)
		}
	}
	parts := bundle(t, running)
	nothingPlanted(t, parts)
	for name, want := range map[string][]string{
		"README.txt":   {"game.trace", "player-1"},
		"game.trace":   {"trace 1\n", "White player-1\n", "Black player-2\n", "press arbiter note (words)"},
		"game.pgn":     {`[White "player-1"]`, `[Event "event-1"]`, `[Site "site-1"]`, "1. e4 e5"},
		"events.jsonl": {`"type":"provisional"`, `"text":"text-1"`, `"White":"player-1","WhiteElo":"…"`, `"uci":"e2e4"`},
		"config.toml":  {"White = 'player-1'", "folder = 'folder-1'", "hosts = ['host-"},
		"health.json":  {`"ok":true`},
		"state.json":   {`"san":"e5"`, `"White":"player-1"`},
		"metrics.txt":  {"jadoube_readings_total"},
		"versions.txt": {"jadoube ", "program for: "},
		"database.txt": {"schema: ", "games: 1", "pages: sound"},
		"log.jsonl":    {`"code":"code-1"`, "by-id/…", "player-1'S board at host-", "unit jadoube", "--since @"},
	} {
		for _, w := range want {
			if !strings.Contains(parts[name], w) {
				t.Errorf("%s lacks %q:\n%.3000s", name, w, parts[name])
			}
		}
	}
	daemon.stop(t)

	if err := os.Remove(filepath.Join(tools, "journalctl")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools)
	stopped := filepath.Join(dir, "stopped.zip")
	output(t, "report", "--config", config, "--address", addr, "-o", stopped, "1")
	parts = bundle(t, stopped)
	nothingPlanted(t, parts)
	if !strings.Contains(parts["health.txt"], "no board answers") || !strings.Contains(parts["log.txt"], "no journalctl") || parts["health.json"] != "" {
		t.Errorf("of a board that is stopped: %v", parts)
	}
	again := filepath.Join(dir, "again.trace")
	write(again, 0o644, parts["game.trace"])
	original := filepath.Join(dir, "original.trace")
	output(t, "games", "export", "--data", data, "--trace", "1", "-o", original)
	if got, want := sans(output(t, "replay", again)), sans(output(t, "replay", original)); got != want || got != "e4 e5" {
		t.Errorf("the bundle's record gives %s, the original %s", got, want)
	}
	// A file that is there stays, and a game that isn't there is refused.
	before, err := os.ReadFile(stopped)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-o", stopped}, {"-o", filepath.Join(dir, "x.zip"), "77"}, {"1", "2"}} {
		if _, errs, status := said(t, append([]string{"report", "--config", config}, args...)...); status != wrong {
			t.Errorf("%v: exit status %d, %s", args, status, errs)
		}
	}
	if after, err := os.ReadFile(stopped); err != nil || !bytes.Equal(before, after) {
		t.Error("a report was written over")
	}
	empty := filepath.Join(dir, "empty.zip")
	output(t, "report", "--data", filepath.Join(dir, "nothing"), "--address", addr, "-o", empty)
	if parts := bundle(t, empty); !strings.Contains(parts["database.txt"], "isn't there") || parts["config.toml"] == "" {
		t.Errorf("without a game: %v", parts)
	}
}
