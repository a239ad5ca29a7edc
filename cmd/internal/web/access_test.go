package web

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/qr"
	"jadoube/rules/square"
)

const (
	elsewhere = "192.168.1.20:50000" // another device of the network
	asJSON    = "application/json"
)

// from sends a request as another device does.
func from(s *Server, remote, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	r.Host, r.RemoteAddr = "192.168.1.7:8464", remote
	r.Header.Set("Content-Type", asJSON)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// paired pairs a device with a server and returns its token.
func paired(t *testing.T, s *Server, role access.Role) string {
	t.Helper()
	token, _, err := s.access.Pair(s.access.Offer(role, access.Lasts).Code, role.String())
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func into[T any](t *testing.T, w *httptest.ResponseRecorder) (v T) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("status %d, %v: %s", w.Code, err, w.Body)
	}
	return v
}

// TestRoles asks for everything as everybody.
func TestRoles(t *testing.T) {
	lift, rule := `{"do":"lift","square":"e2"}`, `{"do":"press","key":"arbiter confirm"}`
	requests := []struct {
		method, path, body string
		least              access.Role
	}{
		{"GET", "/", "", access.Nobody},
		{"GET", "/healthz", "", access.Nobody},
		{"GET", "/api/access", "", access.Nobody},
		{"GET", "/api/state", "", access.Spectator},
		{"HEAD", "/api/events", "", access.Spectator},
		{"GET", "/api/pgn", "", access.Spectator},
		{"GET", "/api/trace", "", access.Spectator},
		{"GET", "/metrics", "", access.Spectator},
		{"POST", "/api/board", lift, access.Player},
		{"POST", "/api/board", `{"do":"press","key":"resign-white"}`, access.Player},
		{"POST", "/api/board", `{"do":"new"}`, access.Player},
		{"POST", "/api/board", rule, access.Arbiter},
		{"POST", "/api/board", `{"do":"press","key":" arbiter  void"}`, access.Arbiter},
		{"GET", "/api/devices", "", access.Admin},
		{"POST", "/api/devices", `{"do":"offer","role":"admin"}`, access.Admin},
	}
	for _, strangers := range []access.Role{access.Nobody, access.Spectator} {
		for role := access.Nobody; role <= access.Admin; role++ {
			for _, q := range requests {
				b := newFakeBoard()
				s := testServer(t, b)
				s.access.SetPolicy(access.Policy{Strangers: strangers, Local: access.Admin})
				var headers []string
				if role > access.Nobody {
					headers = []string{"Authorization", "Bearer " + paired(t, s, role)}
				}
				w := from(s, elsewhere, q.method, q.path, q.body, headers...)
				want := 200
				if max(role, strangers) < q.least {
					want = 401
					if role > access.Nobody {
						want = 403
					}
				}
				if q.path == "/metrics" && want == 200 {
					want = 404 // this server counts nothing
				}
				if w.Code != want {
					t.Errorf("strangers %s: %s %s %s as %s: status %d, want %d: %s", strangers, q.method, q.path, q.body, role, w.Code, want, w.Body)
				}
				if done := len(b.commands()) > 0; done && want != 200 {
					t.Errorf("%s as %s was carried out", q.body, role)
				}
				if _, open := s.access.Offered(); open != (q.least == access.Admin && q.method == "POST" && want == 200) {
					t.Errorf("%s as %s: an offer stands: %v", q.body, role, open)
				}
			}
		}
	}
}

// TestBenchIsForAdmins: only they see and begin what is tried, and have to be sure while a game is played.
func TestBenchIsForAdmins(t *testing.T) {
	bench := &fakeBench{state: BenchState{Lines: []Line{}}}
	s := testServer(t, newFakeBoard())
	s.Bench = bench
	s.access.SetPolicy(access.Policy{Strangers: access.Nobody, Local: access.Admin})
	for role := access.Spectator; role <= access.Admin; role++ {
		key := []string{"Authorization", "Bearer " + paired(t, s, role)}
		for body, want := range map[string]int{"": 200, `{"do":"lights"}`: 409, `{"do":"lights","sure":true}`: 200} {
			method := "POST"
			if body == "" {
				method = "GET"
			}
			if role < access.Admin {
				want = 403
			}
			if w := from(s, elsewhere, method, "/api/bench", body, key...); w.Code != want {
				t.Errorf("%s %s as %s: status %d, want %d: %s", method, body, role, w.Code, want, w.Body)
			}
		}
		if role < access.Admin && len(bench.got) > 0 {
			t.Errorf("as %s the bench did %v", role, bench.got)
		}
	}
	got := into[BenchState](t, from(s, "127.0.0.1:1", "GET", "/api/bench", ""))
	if got.What != "lights" || !got.Running || len(got.LEDs) != 64 || got.LEDs[square.E4] != "red" {
		t.Errorf("it says %+v", got)
	}
}

// TestPairing goes the whole way: an admin on the board's machine offers, a telephone answers, plays, and is revoked.
func TestPairing(t *testing.T) {
	var log bytes.Buffer
	b := newFakeBoard()
	s, err := newServer(b, Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}, testBundle())
	if err != nil {
		t.Fatal(err)
	}
	offer := into[register](t, from(s, "127.0.0.1:1", "POST", "/api/devices", `{"do":"offer","role":"player"}`)).Offer
	if offer == nil || len(offer.Squares) != 6 || offer.URL != "http://192.168.1.7:8464/#pair="+strings.ReplaceAll(offer.Code, "-", "") {
		t.Fatalf("offer %+v", offer)
	}
	if c, _ := qr.Encode(offer.URL); offer.QR == nil || offer.QR.Path != c.Path() || offer.QR.Size != c.Size {
		t.Error("the QR code isn't the address")
	}
	w := from(s, elsewhere, "POST", "/api/pair", `{"code":"`+offer.Code+`","name":"phone"}`)
	cookies := w.Result().Cookies()
	if w.Code != 200 || len(cookies) != 1 || strings.Contains(w.Body.String(), cookies[0].Value) {
		t.Fatalf("status %d, cookies %v, %s", w.Code, cookies, w.Body)
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure {
		t.Errorf("cookie %+v", c)
	}
	cookie := "jadoube=" + cookies[0].Value
	if w := from(s, elsewhere, "POST", "/api/board", `{"do":"lift","square":"e2"}`, "Cookie", cookie); w.Code != 200 {
		t.Errorf("the paired telephone: status %d %s", w.Code, w.Body)
	}
	if got := into[standing](t, from(s, elsewhere, "GET", "/api/access", "", "Cookie", cookie)); got.Role != access.Player || got.Paired != "phone" || got.Local {
		t.Errorf("it stands as %+v", got)
	}
	list := into[register](t, from(s, "127.0.0.1:1", "GET", "/api/devices", ""))
	if len(list.Devices) != 1 || list.Offer != nil {
		t.Fatalf("devices %+v", list)
	}
	if w := from(s, "[::1]:1", "POST", "/api/devices", `{"do":"revoke","id":"`+list.Devices[0].ID+`"}`); w.Code != 200 {
		t.Errorf("revoking: %s", w.Body)
	}
	if w := from(s, elsewhere, "POST", "/api/board", `{"do":"lift","square":"d2"}`, "Cookie", cookie); w.Code != 401 {
		t.Errorf("the revoked telephone: status %d", w.Code)
	}
	for _, secret := range []string{cookies[0].Value, offer.Code, strings.ReplaceAll(offer.Code, "-", "")} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log holds a secret:\n%s", log.String())
		}
	}
	if !strings.Contains(log.String(), "was paired") || !strings.Contains(log.String(), "was revoked") {
		t.Errorf("the log doesn't tell of it:\n%s", log.String())
	}
}

func TestProgramsPairAndLeave(t *testing.T) {
	s := testServer(t, newFakeBoard())
	code := s.access.Offer(access.Arbiter, access.Lasts).Code
	w := from(s, elsewhere, "POST", "/api/pair", `{"code":"`+code+`","name":"bot","token":true}`)
	got := into[map[string]string](t, w)
	if len(w.Result().Cookies()) > 0 || got["role"] != "arbiter" {
		t.Fatalf("%v, cookies %v", got, w.Result().Cookies())
	}
	auth := []string{"Authorization", "bearer " + got["token"]}
	if w := from(s, elsewhere, "POST", "/api/board", `{"do":"press","key":"arbiter confirm"}`, auth...); w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
	if w := from(s, elsewhere, "POST", "/api/pair", `{"leave":true}`, auth...); w.Code != 200 {
		t.Errorf("leaving: status %d %s", w.Code, w.Body)
	}
	if w := from(s, elsewhere, "GET", "/api/state", "", auth...); w.Code != 401 {
		t.Errorf("a token that is none: status %d, want 401 although strangers may read", w.Code)
	}
}

// TestRevokedStreamEnds: who may no longer read hears nothing more, also on a stream that is open.
func TestRevokedStreamEnds(t *testing.T) {
	b := newFakeBoard()
	s := testServer(t, b)
	s.access.SetPolicy(access.Policy{})
	srv := httptest.NewServer(s.Handler())
	defer srv.Close()
	token := paired(t, s, access.Spectator)
	r := openStream(t, srv.URL+"/api/events", "Authorization", "Bearer "+token)
	r.until(t, "id: 2")
	if _, err := s.access.Revoke(s.access.Devices()[0].ID); err != nil {
		t.Fatal(err)
	}
	ended := make(chan bool)
	go func() {
		for r.Scan() {
		}
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the stream goes on")
	}
}

func TestAddresses(t *testing.T) {
	s := testServer(t, newFakeBoard())
	for host, want := range map[string]string{"192.168.1.7:8464": "http://192.168.1.7:8464/", "jadoube.local:80": "http://jadoube.local:80/", "127.0.0.1:8464": "", "localhost:8464": "", "[::1]:8464": ""} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		if got := strings.Join(s.addresses(r), " "); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}
