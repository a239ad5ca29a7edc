package access

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var policy = Policy{Strangers: Spectator, Local: Admin}

// opened is a book on a folder, at a time that the test sets.
func opened(t *testing.T, folder string) (*Book, *time.Time) {
	t.Helper()
	b, err := Open(folder, policy)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 30, 19, 30, 0, 0, time.UTC)
	b.now = func() time.Time { return now }
	return b, &now
}

func pair(t *testing.T, b *Book, role Role, name string) (string, Device) {
	t.Helper()
	token, d, err := b.Pair(b.Offer(role, Lasts).Code, name)
	if err != nil {
		t.Fatal(err)
	}
	return token, d
}

func TestPairedDeviceIsKnownAfterARestart(t *testing.T) {
	folder := t.TempDir()
	b, now := opened(t, folder)
	token, d := pair(t, b, Arbiter, "Anna's phone")
	*now = now.Add(time.Hour)
	if got, ok := b.Device(token); !ok || got.ID != d.ID || got.Role != Arbiter || !got.Seen.Equal(*now) {
		t.Errorf("%+v, %v", got, ok)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again, _ := opened(t, folder)
	if got, ok := again.Device(token); !ok || got.Name != "Anna's phone" || got.Role != Arbiter {
		t.Errorf("after a restart: %+v, %v", got, ok)
	}
	if list := again.Devices(); len(list) != 1 || !list[0].Since.Equal(d.Since) {
		t.Errorf("devices %+v", list)
	}
}

func TestFileHoldsNoTokenAndIsPrivate(t *testing.T) {
	folder := t.TempDir()
	b, _ := opened(t, folder)
	token, _ := pair(t, b, Player, "p")
	file := filepath.Join(folder, FileName)
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), strings.TrimPrefix(token, tokenPrefix)) || !strings.Contains(string(text), hashOf(token)) {
		t.Errorf("%v\n%s", err, text)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	opened(t, folder)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != fileMode {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestForgedTokensAreNobodys(t *testing.T) {
	b, _ := opened(t, t.TempDir())
	token, _ := pair(t, b, Admin, "a")
	for _, forged := range []string{"", token[:len(token)-1], token + "A", strings.ToLower(token), hashOf(token), newToken(), strings.Repeat("x", 1<<16)} {
		if d, ok := b.Device(forged); ok {
			t.Errorf("%.60q is %+v", forged, d)
		}
	}
}

func TestOfferIsForOneDeviceAndAWhile(t *testing.T) {
	b, now := opened(t, t.TempDir())
	if _, _, err := b.Pair("ABCD-EFGH", "x"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("without an offer: %v", err)
	}
	o := b.Offer(Player, Lasts)
	if _, d, err := b.Pair(strings.ToLower(strings.ReplaceAll(o.Code, "-", " ")), "x"); err != nil || d.Role != Player {
		t.Errorf("the code in other letters: %+v, %v", d, err)
	}
	if _, _, err := b.Pair(o.Code, "y"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("twice: %v", err)
	}
	o = b.Offer(Player, Lasts)
	*now = now.Add(Lasts)
	if _, is := b.Offered(); is {
		t.Error("an offer is shown after its time")
	}
	if _, _, err := b.Pair(o.Code, "y"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("late: %v", err)
	}
	o = b.Offer(Player, Lasts)
	newer := b.Offer(Spectator, Lasts)
	if _, _, err := b.Pair(o.Code, "y"); !errors.Is(err, ErrWrong) || newer.Code == o.Code {
		t.Errorf("with the code of an earlier offer: %v", err)
	}
	b.Withdraw()
	if _, _, err := b.Pair(newer.Code, "y"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("withdrawn: %v", err)
	}
}

func TestSquaresAnswerToo(t *testing.T) {
	b, _ := opened(t, t.TempDir())
	o := b.Offer(Player, Lasts)
	var names []string
	for s := range o.Squares.Squares() {
		names = append([]string{s.String()}, names...)
	}
	if len(names) != patternSize {
		t.Fatalf("%d squares: %v", len(names), names)
	}
	for _, wrong := range []string{strings.Join(names[1:], " "), strings.Join(names, " ") + " zz", "", strings.Join(names, "")} {
		if _, _, err := b.Pair(wrong, "x"); !errors.Is(err, ErrWrong) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, _, err := b.Pair(strings.Join(names, "  "), "x"); err != nil {
		t.Error(err)
	}
}

func TestGuessingEndsTheOffer(t *testing.T) {
	b, _ := opened(t, t.TempDir())
	o := b.Offer(Admin, Lasts)
	for range wrongAnswers {
		if _, _, err := b.Pair("AAAA-AAAA", "x"); !errors.Is(err, ErrWrong) {
			t.Fatal(err)
		}
	}
	if _, _, err := b.Pair(o.Code, "x"); !errors.Is(err, ErrNoOffer) {
		t.Errorf("after %d wrong answers: %v", wrongAnswers, err)
	}
}

func TestRevoked(t *testing.T) {
	folder := t.TempDir()
	b, _ := opened(t, folder)
	gone, d := pair(t, b, Admin, "lost phone")
	stays, _ := pair(t, b, Player, "other")
	changed := b.Changed()
	if got, err := b.Revoke(d.ID); err != nil || got.Name != "lost phone" {
		t.Fatal(got, err)
	}
	select {
	case <-changed:
	default:
		t.Error("nobody was told")
	}
	again, _ := opened(t, folder)
	for _, book := range []*Book{b, again} {
		if _, ok := book.Device(gone); ok {
			t.Error("the revoked token is good")
		}
		if _, ok := book.Device(stays); !ok {
			t.Error("the other token isn't")
		}
	}
	if _, err := b.Revoke(d.ID); err == nil || !strings.Contains(err.Error(), d.ID) {
		t.Errorf("twice: %v", err)
	}
}

func TestNamesAndNumbersAreBounded(t *testing.T) {
	b := New(policy)
	for _, name := range []string{"", "  ", strings.Repeat("x", MaxName+1), "a\nb", "\x1b[2J", "\xff", "a\u202eb"} {
		if _, _, err := b.Pair(b.Offer(Player, Lasts).Code, name); err == nil {
			t.Errorf("name %q was taken", name)
		}
	}
	for range MaxDevices {
		pair(t, b, Player, "x")
	}
	if _, _, err := b.Pair(b.Offer(Player, Lasts).Code, "x"); err == nil || !strings.Contains(err.Error(), "256") {
		t.Errorf("one too many: %v", err)
	}
}

// TestBrokenFileLetsNobodyIn: whatever the file holds, the board starts, nobody is paired by it, and it is kept.
func TestBrokenFileLetsNobodyIn(t *testing.T) {
	for name, text := range map[string]string{
		"cut":      `{"devices":[{"id":"x"`,
		"no role":  `{"devices":[{"id":"x","name":"n","hash":"` + hashOf("t") + `"}]}`,
		"no hash":  `{"devices":[{"id":"x","name":"n","role":"admin","hash":""}]}`,
		"nonsense": "\x00\x00",
		"huge":     strings.Repeat(" ", maxFileBytes+1),
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, FileName), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := Open(folder, policy)
			if err == nil || !strings.Contains(err.Error(), "paired again") {
				t.Errorf("error %v", err)
			}
			if _, ok := b.Device(""); ok || len(b.Devices()) > 0 {
				t.Error("somebody got in")
			}
			pair(t, b, Player, "new")
			if kept, err := os.ReadFile(filepath.Join(folder, FileName+".broken")); err != nil || string(kept) != text {
				t.Errorf("the broken file: %v", err)
			}
		})
	}
}

// TestDiskThatFails: what can't be written down isn't so.
func TestDiskThatFails(t *testing.T) {
	folder := t.TempDir()
	b, _ := opened(t, folder)
	token, d := pair(t, b, Player, "x")
	b.file = filepath.Join(folder, "gone", FileName)
	if _, err := b.Revoke(d.ID); err == nil {
		t.Error("revoked without a disk")
	}
	if _, ok := b.Device(token); !ok {
		t.Error("half revoked: the file still has it, the memory doesn't")
	}
	o := b.Offer(Player, Lasts)
	if _, _, err := b.Pair(o.Code, "y"); err == nil || len(b.Devices()) != 1 {
		t.Errorf("paired without a disk: %v", err)
	}
	b.file = filepath.Join(folder, FileName)
	if _, _, err := b.Pair(o.Code, "y"); err != nil {
		t.Errorf("the offer is gone with the disk: %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	b, _ := opened(t, t.TempDir())
	o := b.Offer(Player, Lasts)
	var wg sync.WaitGroup
	paired := make(chan string, 8)
	for range cap(paired) {
		wg.Go(func() {
			if token, _, err := b.Pair(o.Code, "x"); err == nil {
				paired <- token
			}
		})
	}
	wg.Wait()
	if len(paired) != 1 {
		t.Errorf("%d devices were paired with one code", len(paired))
	}
}
