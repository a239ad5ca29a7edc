package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
)

// notes is a notifier and a log that remember what they were told.
type notes struct {
	mu    sync.Mutex
	told  []string
	every time.Duration
	text  bytes.Buffer
}

func (n *notes) add(what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told = append(n.told, what)
}

func (n *notes) has(what string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Contains(n.told, what)
}

func (n *notes) count(what string) (c int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, t := range n.told {
		if t == what {
			c++
		}
	}
	return c
}

func (n *notes) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(b)
}

func (n *notes) log() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

func (n *notes) Ready()                  { n.add("ready") }
func (n *notes) Reloading()              { n.add("reloading") }
func (n *notes) Stopping()               { n.add("stopping") }
func (n *notes) Alive()                  { n.add("alive") }
func (n *notes) Status(text string)      { n.add("status " + text) }
func (n *notes) Watchdog() time.Duration { return n.every }

// service is a whole daemon with its page.
type service struct {
	*daemon
	*notes
	panel  *simled.Panel
	url    string
	place  Place
	reload chan struct{}
	cancel context.CancelFunc
	ended  chan error
}

func startService(t testing.TB, cfg config.Config, load func(config.Chosen) (config.Config, error)) *service {
	t.Helper()
	if cfg.Data.Folder == config.Default().Data.Folder {
		cfg.Data.Folder = t.TempDir()
	}
	cfg.Page.Listen = "127.0.0.1:0"
	s := &service{notes: &notes{every: 30 * time.Millisecond}, panel: &simled.Panel{}, reload: make(chan struct{}), ended: make(chan error, 1)}
	d, err := newDaemon(settingsOf(cfg, slog.New(slog.NewJSONHandler(s.notes, nil))), s.panel)
	if err != nil {
		t.Fatal(err)
	}
	s.daemon = d
	ln, err := listen(cfg.Page.Listen)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := newCertificate(cfg.Access)
	if err != nil {
		t.Fatal(err)
	}
	d.offerFirst(ln.Addr())
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	ready := make(chan bool)
	hooks := &Hooks{Ready: func(p Place) { s.place = p; close(ready) }, Reload: s.reload, Load: load, Notify: s.notes}
	go func() { s.ended <- d.run(ctx, ln, cfg, cert, hooks) }()
	select {
	case <-ready:
	case err := <-s.ended:
		cancel()
		t.Fatalf("the daemon ended before it was ready: %v\n%s", err, s.log())
	}
	s.url = "http://" + s.place.Addr.String()
	t.Cleanup(func() {
		cancel()
		select {
		case <-s.ended:
		case <-time.After(10 * time.Second):
			t.Error("the daemon doesn't end")
		}
	})
	return s
}

func (s *service) eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not %s: %v\n%s", what, s.told, s.log())
		}
	}
}

func (s *service) get(t *testing.T, path string) (int, string) {
	t.Helper()
	res, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// lit are the squares that the LEDs show.
func lit(p *simled.Panel) (set square.Set) {
	img, _ := p.Image()
	for s := range square.None {
		if img[s] != (ledmatrix.RGB{}) {
			set = set.With(s)
		}
	}
	return set
}

// TestOfferIsShownAtTheBoard: the squares of an offer are lit, its code is logged once, the page's readers hear neither;
// when the device is paired the game's lights are back.
func TestOfferIsShownAtTheBoard(t *testing.T) {
	s := startService(t, config.Default(), nil)
	o := s.devices.Offer(access.Player, access.Lasts)
	s.eventually(t, "lit", func() bool { return lit(s.panel) == o.Squares })
	if _, state := s.get(t, "/api/state"); strings.Contains(state, "hint") && strings.Contains(state, `"leds":{"`) {
		t.Errorf("the page shows the squares: %s", state)
	}
	if _, _, err := s.devices.Pair(o.Code, "phone"); err != nil {
		t.Fatal(err)
	}
	s.eventually(t, "dark", func() bool { return lit(s.panel) == 0 })
	if n := strings.Count(s.log(), o.Code); n != 1 {
		t.Errorf("the code is logged %d times:\n%s", n, s.log())
	}
}

func TestFirstOffer(t *testing.T) {
	open := startService(t, config.Default(), nil)
	if open.place.Offer != nil {
		t.Error("a board for this machine only offers to pair a device")
	}
	cfg := config.Default()
	cfg.Access.Local = "paired"
	s := startService(t, cfg, nil)
	if s.place.Offer == nil || s.place.Offer.Role != access.Admin {
		t.Fatalf("offer %+v", s.place.Offer)
	}
	if code, _ := s.get(t, "/api/devices"); code != 401 {
		t.Errorf("unpaired, on the machine itself: status %d", code)
	}
	far := &daemon{settings: settings{policy: access.Policy{Local: access.Admin}}, devices: access.New(access.Policy{})}
	far.offerFirst(&net.TCPAddr{IP: net.IPv4zero, Port: 8464})
	if _, stands := far.devices.Offered(); !stands {
		t.Error("a board on the network where nothing is paired offers nothing")
	}
}

// TestOrderlyEnd: within two seconds all is over and the LEDs are dark, whatever the readers do.
func TestOrderlyEnd(t *testing.T) {
	s := startService(t, config.Default(), nil)
	conns := make([]net.Conn, 20)
	for i := range conns { // readers that don't read
		c, err := net.Dial("tcp", s.place.Addr.String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		path := []string{"/api/events", "/api/trace?follow=1"}[i%2]
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path)
		conns[i] = c
	}
	if err := s.Command(t.Context(), web.Command{Do: web.Lift, Square: square.E2}); err != nil {
		t.Fatal(err)
	}
	s.eventually(t, "lit", func() bool { return lit(s.panel) != 0 })
	begun := time.Now()
	s.cancel()
	err := <-s.ended
	if took := time.Since(begun); err != nil || took > 2*time.Second {
		t.Errorf("ended after %v: %v", took, err)
	}
	if lit(s.panel) != 0 {
		t.Error("the LEDs are not dark")
	}
	if !s.has("ready") || !s.has("stopping") {
		t.Errorf("systemd was told %v", s.told)
	}
	s.ended <- nil
}

// TestWatchdog: systemd hears of the program as long as its loop works.
func TestWatchdog(t *testing.T) {
	s := startService(t, config.Default(), nil)
	s.eventually(t, "alive", func() bool { return s.count("alive") > 3 })
	stuck := make(chan bool)
	go s.call(context.Background(), func() { <-stuck })
	s.eventually(t, "seen to hang", func() bool { return strings.Contains(s.log(), "doesn't answer") })
	before := s.count("alive")
	time.Sleep(100 * time.Millisecond)
	if got := s.count("alive"); got != before {
		t.Error("a loop that hangs is told to be alive")
	}
	if code, text := s.get(t, "/healthz"); code != 503 {
		t.Errorf("/healthz of a loop that hangs: %d %s", code, text)
	}
	close(stuck)
	s.eventually(t, "alive again", func() bool { return s.count("alive") > before })
	if code, text := s.get(t, "/healthz"); code != 200 || !strings.Contains(text, `"ok":true`) {
		t.Errorf("/healthz: %d %s", code, text)
	}
}

func TestMetrics(t *testing.T) {
	s := startService(t, config.Default(), nil)
	for _, c := range []web.Command{{Do: web.Lift, Square: square.E2}, {Do: web.Place, Square: square.E4}} {
		if err := s.Command(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	s.eventually(t, "counted", func() bool {
		_, text := s.get(t, "/metrics")
		return strings.Contains(text, `jadoube_events_total{type="provisional"} 1`)
	})
	_, text := s.get(t, "/metrics")
	for _, want := range []string{
		"jadoube_readings_total 2", "jadoube_contact_changes_total 2", "jadoube_readers 0", "jadoube_readers_dropped_total 0", "jadoube_scans_total",
		"jadoube_bus_errors_total", "jadoube_leds_retries_total 0", "jadoube_leds_errors_total 0", "jadoube_parts_failed 0", "jadoube_devices_paired 0", "process_resident_memory_bytes", "go_goroutines",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	s.eventually(t, "the store's latency", func() bool {
		_, text := s.get(t, "/metrics")
		return strings.Contains(text, "jadoube_store_seconds_count") && !strings.Contains(text, "jadoube_store_seconds_count 0\n")
	})
}

// TestReload: what can change does so at once, what can't is told, and a broken config changes nothing.
func TestReload(t *testing.T) {
	cfg := config.Default()
	cfg.Data.Folder = t.TempDir()
	file := filepath.Join(t.TempDir(), "board.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := startService(t, cfg, func(chosen config.Chosen) (config.Config, error) {
		c, err := config.Load(file)
		if err == nil {
			err = c.Choose(chosen)
		}
		c.Page.Listen, c.Data.Folder = "127.0.0.1:0", cfg.Data.Folder
		return c, err
	})
	again := func(text string) {
		t.Helper()
		before := s.count("ready")
		write(text)
		s.reload <- struct{}{}
		s.eventually(t, "reloaded", func() bool { return s.count("ready") > before })
	}
	again("[leds]\npalette = \"mono\"\n[game]\nlevel = \"strict\"\n[game.tags]\nWhite = \"Anna\"\n[page]\nhosts = [\"board.local\"]\n[access]\nstrangers = \"nobody\"\n")
	if p := s.devices.Policy(); p.Strangers != access.Nobody || p.Local != access.Admin {
		t.Errorf("policy %+v", p)
	}
	if got := s.State().Lights; got.Looks["check"].Colour != "#ffffff" {
		t.Errorf("lights %+v", got.Looks["check"])
	}
	r, _ := http.NewRequest("GET", s.url+"/api/state", nil)
	r.Host = "board.local"
	if res, err := http.DefaultClient.Do(r); err != nil || res.StatusCode != 200 {
		t.Errorf("the new name: %v %v", res, err)
	}
	if err := s.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
		t.Fatal(err)
	}
	if tags := s.State().Tags; tags["White"] != "Anna" {
		t.Errorf("tags %v", tags)
	}
	var said struct {
		Now   []string `json:"in force"`
		Later []string `json:"only after a restart"`
	}
	for line := range strings.Lines(s.log()) {
		if strings.Contains(line, "read anew") {
			json.Unmarshal([]byte(line), &said)
		}
	}
	if !slices.Equal(said.Now, []string{"leds.palette", "game.level", "game.tags", "page.hosts", "access.strangers"}) || len(said.Later) > 0 {
		t.Errorf("told %+v\n%s", said, s.log())
	}
	again("[access]\nstrangers = \"everybody\"\n")
	if s.devices.Policy().Strangers != access.Nobody || !strings.Contains(s.log(), "was not read anew") {
		t.Errorf("a broken config: %+v\n%s", s.devices.Policy(), s.log())
	}
}
