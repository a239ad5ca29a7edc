package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/store"
)

// said runs a command and returns what it prints and its status.
func said(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var o, e console
	status = run(t.Context(), args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), status
}

// playedTwo is a data folder in which two games were played and the second goes on: 1. e4 e5 and 1. d4.
func playedTwo(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", data)
	for _, c := range []string{
		`"lift","square":"e2"`, `"place","square":"e4"`, `"lift","square":"e7"`, `"place","square":"e5"`, `"press","key":"resign-black"`,
		`"new"`, `"lift","square":"d2"`, `"place","square":"d4"`,
	} {
		post(t, addr, `{"do":`+c+`}`)
		time.Sleep(100 * time.Millisecond) // a man must stand for a moment to have moved
	}
	daemon.stop(t)
	return data
}

func TestLibrary(t *testing.T) {
	data := playedTwo(t)
	games := func(args ...string) string {
		t.Helper()
		out, errs, status := said(t, append([]string{"games", args[0], "--data", data}, args[1:]...)...)
		if status != 0 {
			t.Fatalf("%v: exit status %d: %s", args, status, errs)
		}
		return out
	}
	refusedBy := func(part string, args ...string) {
		t.Helper()
		if _, errs, status := said(t, append([]string{"games", args[0], "--data", data}, args[1:]...)...); status != wrong || !strings.Contains(errs, part) {
			t.Errorf("%v: exit status %d, %s", args, status, errs)
		}
	}
	today := time.Now().Format("2006-01-02")
	dayFile := func() string {
		text, err := os.ReadFile(filepath.Join(data, "pgn", today+".pgn"))
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	if out := games("list"); strings.Count(out, "\n") != 3 || !strings.Contains(out, "1-0") || !strings.Contains(out, today) {
		t.Errorf("list prints\n%s", out)
	}
	if out := games("tag", "1", "White=Anna Ott", "Black=Boris", "Round=3"); !strings.Contains(out, "game 1 ("+today+", Anna Ott – Boris, 1-0)") {
		t.Errorf("tag prints %s", out)
	}
	if text := dayFile(); !strings.Contains(text, `[White "Anna Ott"]`) || !strings.Contains(text, "1. d4") {
		t.Errorf("the day's file holds\n%s", text)
	}
	var line struct {
		ID           int64
		White, Moves string
	}
	out := games("list", "--player", "ott", "--from", today, "--result", "1-0", "--json")
	if err := json.Unmarshal([]byte(out), &line); err != nil || line.ID != 1 || line.White != "Anna Ott" || line.Moves != "e2e4 e7e5" {
		t.Errorf("list --json prints %s", out)
	}
	if out := games("show", "1"); !strings.Contains(out, "1. e4 e5") || !strings.Contains(out, `[Termination "normal"]`) {
		t.Errorf("show prints %s", out)
	}
	if out := games("show", "--events", "1"); !strings.HasPrefix(out, `{"n":1,"t":0,"type":"setup"`) || !strings.Contains(out, `"type":"result"`) {
		t.Errorf("show --events prints %s", out)
	}
	file := filepath.Join(t.TempDir(), "one.pgn")
	games("export", "--white", "anna", "-o", file)
	if text, err := os.ReadFile(file); err != nil || strings.Count(string(text), "[Event ") != 1 {
		t.Errorf("exported: %s %v", text, err)
	}
	refusedBy("exists", "export", "-o", file)
	record := filepath.Join(t.TempDir(), "one.trace")
	games("export", "--trace", "1", "-o", record)
	if text := output(t, "replay", record); !strings.Contains(text, "1. e4 e5 1-0") {
		t.Errorf("the trace is read as %s", text)
	}
	refusedBy("is being played", "delete", "2")
	refusedBy("no game 77", "delete", "77")
	refusedBy("expected its number", "show", "one")
	refusedBy("--from", "list", "--from", "yesterday")
	refusedBy("Result", "tag", "1", "Result=won")
	refusedBy("itself says", "tag", "1", "FEN=x")
	refusedBy("jadoube.db isn't there", "list", "--data", t.TempDir())
	if out := games("delete", "1"); !strings.Contains(out, "deleted") {
		t.Error(out)
	}
	if text := dayFile(); strings.Contains(text, "Anna") || !strings.Contains(text, "1. d4") {
		t.Errorf("the day's file holds\n%s", text)
	}
}

// TestImport: each game once; what can't be read is told, the rest is taken.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	data, file := filepath.Join(dir, "data"), filepath.Join(dir, "old.pgn")
	text := "[White \"Morphy\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[White \"Nobody\"]\n\n1. e4 Ke3 *\n\n[White \"Anderssen\"]\n\n1. f4 *\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"3 games imported, 0 were there already", "0 games imported, 3 were there already"} {
		_, errs, status := said(t, "games", "import", "--data", data, file)
		if status != wrong || !strings.Contains(errs, want) || !strings.Contains(errs, "old.pgn:8:") {
			t.Errorf("%d: exit status %d, %s", i, status, errs)
		}
	}
	if out := output(t, "games", "list", "--data", data, "--opening", "Bird"); !strings.Contains(out, "Anderssen") {
		t.Error(out)
	}
	if _, errs, status := said(t, "games", "import", "--data", data, filepath.Join(dir, "none.pgn")); status != wrong || !strings.Contains(errs, "none.pgn") {
		t.Errorf("exit status %d, %s", status, errs)
	}
}

// TestBackupWhileRunning: the copy is whole, and a daemon can go on from it.
func TestBackupWhileRunning(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	daemon, addr := serve(t, "--listen", "127.0.0.1:0", "--data", data)
	post(t, addr, `{"do":"lift","square":"e2"}`)
	post(t, addr, `{"do":"place","square":"e4"}`)
	time.Sleep(100 * time.Millisecond)
	copied := filepath.Join(dir, "copy", store.File)
	if err := os.Mkdir(filepath.Dir(copied), 0o755); err != nil {
		t.Fatal(err)
	}
	until(t, "kept", func() bool { return strings.Contains(output(t, "games", "list", "--data", data), "1") })
	output(t, "games", "backup", "--data", data, copied)
	if _, errs, status := said(t, "games", "backup", "--data", data, copied); status != wrong || !strings.Contains(errs, "--force") {
		t.Errorf("exit status %d, %s", status, errs)
	}
	daemon.stop(t)
	again, addr := serve(t, "--listen", "127.0.0.1:0", "--data", filepath.Dir(copied))
	post(t, addr, `{"do":"lift","square":"d7"}`)
	post(t, addr, `{"do":"place","square":"d5"}`)
	until(t, "going on", func() bool {
		return strings.Contains(output(t, "games", "export", "--data", filepath.Dir(copied)), "e4 ") && strings.Contains(output(t, "games", "export", "--data", filepath.Dir(copied)), "d5")
	})
	again.stop(t)
}

// TestReread: what another version read otherwise is shown, and changed when that is wanted.
func TestReread(t *testing.T) {
	data := playedTwo(t)
	reread := func(args ...string) (string, string) {
		t.Helper()
		out, errs, status := said(t, append([]string{"reread", "--data", data}, args...)...)
		if status != 0 {
			t.Fatalf("%v: exit status %d: %s", args, status, errs)
		}
		return out, errs
	}
	if out, errs := reread("--all"); out != "" || !strings.Contains(errs, "1 records read, 0 games would change; 1 records go on") {
		t.Errorf("%s%s", out, errs)
	}
	db, err := store.Open(filepath.Join(data, store.File), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// As if another version had read 1... d5.
	err = db.Update(func(tx *store.Tx) error {
		other, err := (&store.Game{PGN: "[White \"Anna\"]\n[Date \"2026.11.30\"]\n\n1. e4 d5 1-0"}).Parse()
		if err != nil {
			return err
		}
		return tx.Revise(1, other, "resignation", "test", time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	want := "  was 1... d5 1-0\n  now 1... e5 1-0\n"
	if out, errs := reread("1"); !strings.Contains(out, want) || !strings.Contains(errs, "1 games would change") {
		t.Errorf("%s%s", out, errs)
	}
	if out := output(t, "games", "show", "--data", data, "1"); !strings.Contains(out, "d5") {
		t.Errorf("it was changed without being asked for: %s", out)
	}
	if out, errs := reread("--apply", "1"); !strings.Contains(out, want) || !strings.Contains(errs, "1 games changed") {
		t.Errorf("%s%s", out, errs)
	}
	if out := output(t, "games", "show", "--data", data, "1"); !strings.Contains(out, "1. e4 e5") || !strings.Contains(out, `[Termination "normal"]`) {
		t.Errorf("after --apply it is %s", out)
	}
	if _, errs, status := said(t, "reread", "--data", data); status != wrong || !strings.Contains(errs, "--all") {
		t.Errorf("exit status %d, %s", status, errs)
	}
	// As if the settings had let it go.
	if db, err = store.Open(filepath.Join(data, store.File), store.Options{}); err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *store.Tx) error {
		list, err := tx.Weights()
		return errors.Join(err, tx.Prune(list), tx.Forget(list))
	})
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	if out, errs := reread("1"); !strings.Contains(out, "stays as it is: its raw record isn't kept any more ([data] raw-days, raw-megabytes)") || !strings.Contains(errs, "of 1 there are no readings") {
		t.Errorf("%s%s", out, errs)
	}
	for _, args := range [][]string{{"show", "--events"}, {"export", "--trace"}} {
		if _, errs, status := said(t, append(append([]string{"games"}, args...), "--data", data, "1")...); status != wrong || !strings.Contains(errs, "isn't kept any more ([data] ") {
			t.Errorf("%v: exit status %d, %s", args, status, errs)
		}
	}
	if out := output(t, "games", "show", "--data", data, "1"); !strings.Contains(out, "1. e4 e5 {[%emt ") {
		t.Errorf("the game has become %s", out)
	}
}

// TestTwoDaemons: the second on a folder is refused, and told whose it is.
func TestTwoDaemons(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	first, _ := serve(t, "--listen", "127.0.0.1:0", "--data", data)
	_, errs, status := said(t, "serve", "--listen", "127.0.0.1:0", "--data", data)
	if status != failed || !strings.Contains(errs, "in use by another jadoube, process ") {
		t.Errorf("exit status %d: %s", status, errs)
	}
	first.stop(t)
}

// TestNewerDatabase: a program that is older than the database leaves it alone and says so, the daemon too.
func TestNewerDatabase(t *testing.T) {
	data := playedTwo(t)
	path := filepath.Join(data, store.File)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := append([]byte(nil), before...)
	newer[63] = 99 // the file format's user_version, four bytes from 60 on
	if err := os.WriteFile(path, newer, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0", "--data", data}, {"games", "list", "--data", data}} {
		_, errs, status := said(t, args...)
		if status != failed || !strings.Contains(errs, "newer version, 99; this program knows up to ") {
			t.Errorf("%v: exit status %d, %s", args, status, errs)
		}
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(newer) {
		t.Error("it was changed all the same")
	}
}
