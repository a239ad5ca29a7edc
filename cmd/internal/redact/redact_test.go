package redact

import (
	"strings"
	"testing"
	"testing/quick"
)

func TestText(t *testing.T) {
	r := New()
	r.HidePerson("player", "Müller, Anna")
	r.HidePerson("player", "Black")
	r.HidePerson("device", "Anna's phone")
	r.Hide("host", "annas-board")
	r.Hide("folder", "/srv/chess of anna")
	if r.Hide("host", "ANNAS-BOARD") != "host-1" || r.Hide("event", "?") != "?" || r.Hide("event", "") != "" || r.Hide("elo", "1777") != "…" {
		t.Error("the same name has another placeholder, or nothing has one")
	}
	r.Text("192.168.1.7 10.0.0.2 fe80::1 ")
	for text, want := range map[string]string{
		"ANNA moved, annabel and Susanna didn't": "player-1 moved, annabel and Susanna didn't",
		"Müller, Anna – Black":                   "player-1 – player-2",
		"müller's phone":                         "player-1's phone",
		"host annas-board.local":                 "host host-1.local",
		"open /srv/chess of anna/jadoube.db: no": "open folder-1/jadoube.db: no",
		"open /home/anna/x.db: no such file":     "open /home/…: no such file",
		"/dev/serial/by-id/usb-FTDI_A50285BI":    "/dev/serial/by-id/…",
		"from 192.168.1.7:40000 to 127.0.0.1:80": "from address-1:40000 to 127.0.0.1:80",
		"from 192.168.1.7 and 10.0.0.2":          "from address-1 and address-2",
		"dial 10.0.0.2: refused":                 "dial address-2: refused",
		"[fe80::1]:80 and 0.0.0.0:8464":          "[address-3]:80 and 0.0.0.0:8464",
		"at 19:30:07, version 1.2.3, 12.5 ms":    "at 19:30:07, version 1.2.3, 12.5 ms",
		"B8:27:EB:12:34:56 answers":              "mac-1 answers",
		"write to anna@example.org now":          "write to mail-1 now",
		"Authorization: Bearer abc.def":          "Authorization: token-…",
		"jdb_ABCDEFGHIJKLMNOPQRSTUVWXYZ":         "token-…",
		"http://x/#pair=ABCDEFGH":                "http://x/#pair=…",
		"the code QXCD-EF2H until 19:30":         "the code code-… until 19:30",
		"2026-11-30 and 1234-5678":               "2026-11-30 and 1234-5678",
		`ssid="Ott at home" psk=hunter2`:         `ssid="…" psk="…"`,
		"rnbqkbnr/pppppppp w KQkq - 0 1":         "rnbqkbnr/pppppppp w KQkq - 0 1",
	} {
		if got := r.Text(text); got != want {
			t.Errorf("%q becomes\n%q, want\n%q", text, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	r := New()
	r.HidePerson("player", "Rook Anna")
	got := r.JSON([]byte(`{"key":"anna","n":12345678901234567890,"code":"XY","text":"anna <b>","list":["Rook Anna",1.50],"in":{"name":"Zoe Q"}}`),
		&Keys{Plain: []string{"key"}, Secret: []string{"code"}, People: []string{"name"}})
	want := `{"code":"code-1","in":{"name":"name-1"},"key":"anna","list":["player-1",1.50],"n":12345678901234567890,"text":"player-1 <b>"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := r.Text("Zoe said"); got != "name-1 said" {
		t.Error(got)
	}
	if got := r.JSON([]byte("not JSON of anna"), &Keys{}); got != "not JSON of player-1" {
		t.Error(got)
	}
}

// TestNothingStays: whatever stands around a name, the name goes, and a text in which nothing is to be hidden stays.
func TestNothingStays(t *testing.T) {
	err := quick.Check(func(before, after string) bool {
		r := New()
		r.Hide("player", "Ωmega Zwölf")
		text := r.Text(before + " ωMEGA zwölf, " + after)
		return !strings.Contains(strings.ToLower(text), "ωmega zwölf") && r.Text(text) == r.Text(r.Text(text))
	}, nil)
	if err != nil {
		t.Error(err)
	}
}
