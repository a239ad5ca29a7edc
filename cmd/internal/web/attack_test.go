package web

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/access"
)

// attacked is a server of whose board and devices nothing may change.
type attacked struct {
	*Server
	board *fakeBoard
	n     int64
}

func underAttack(t *testing.T) *attacked {
	t.Helper()
	b := newFakeBoard()
	a := &attacked{testServer(t, b), b, b.State().N}
	paired(t, a.Server, access.Player)
	a.access.Offer(access.Admin, access.Lasts)
	return a
}

// unchanged tells what an attack changed.
func (a *attacked) unchanged(t *testing.T, what string) {
	t.Helper()
	if c := a.board.commands(); len(c) > 0 || a.board.State().N != a.n {
		t.Errorf("%s: the board got %v", what, c)
	}
	if d := a.access.Devices(); len(d) != 1 || d[0].Role != access.Player {
		t.Errorf("%s: devices %+v", what, d)
	}
	if a.access.Policy() != (access.Policy{Strangers: access.Spectator, Local: access.Admin}) {
		t.Errorf("%s: policy %+v", what, a.access.Policy())
	}
}

const liftE2 = `{"do":"lift","square":"e2"}`

// TestAttacks: a list of what is tried against things in a home network. None of it may change anything.
func TestAttacks(t *testing.T) {
	local, own := "127.0.0.1:40000", []string{"Host", "127.0.0.1:8464"}
	with := func(headers ...string) []string { return append(own[:2:2], headers...) }
	for _, c := range []struct {
		name, remote, method, path, body string
		headers                          []string
		status                           int
	}{
		{"foreign origin, from a browser here", local, "POST", "/api/board", liftE2, with("Origin", "https://evil.example"), 403},
		{"foreign origin that looks like ours", local, "POST", "/api/board", liftE2, with("Origin", "http://127.0.0.1:8464.evil.example"), 403},
		{"foreign site without an origin", local, "POST", "/api/board", liftE2, with("Sec-Fetch-Site", "cross-site"), 403},
		{"page on another port here", local, "POST", "/api/board", liftE2, with("Origin", "http://127.0.0.1:3000"), 403},
		{"sandboxed frame", local, "POST", "/api/board", liftE2, with("Origin", "null"), 403},
		{"form of another site", local, "POST", "/api/board", liftE2, with("Content-Type", "text/plain"), 415},
		{"form of another site, with an origin", local, "POST", "/api/devices", `{"do":"offer","role":"admin"}`, with("Content-Type", "text/plain", "Origin", "https://evil.example"), 403},
		{"a stream held by another site", local, "HEAD", "/api/events", "", with("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"), 403},
		{"a picture on another site", local, "GET", "/api/state", "", with("Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"), 403},
		{"rebound name", local, "POST", "/api/board", liftE2, []string{"Host", "rebind.evil.example:8464", "Origin", "http://rebind.evil.example:8464"}, 421},
		{"rebound name, reading", local, "GET", "/api/devices", "", []string{"Host", "rebind.evil.example"}, 421},
		{"name that begins like ours", local, "GET", "/api/state", "", []string{"Host", "localhost.evil.example"}, 421},
		{"no name", local, "POST", "/api/board", liftE2, []string{"Host", ""}, 421},
		{"through a proxy here", local, "POST", "/api/board", liftE2, with("X-Forwarded-For", "203.0.113.9"), 401},
		{"through a proxy that names us", local, "POST", "/api/devices", `{"do":"offer","role":"admin"}`, with("X-Forwarded-For", "127.0.0.1"), 401},
		{"claims to be local", elsewhere, "POST", "/api/board", liftE2, with("X-Forwarded-For", "127.0.0.1", "X-Real-IP", "127.0.0.1", "Forwarded", "for=127.0.0.1"), 401},
		{"Host of the board itself", elsewhere, "POST", "/api/board", liftE2, with(), 401},
		{"no token", elsewhere, "POST", "/api/board", liftE2, nil, 401},
		{"empty token", elsewhere, "POST", "/api/board", liftE2, []string{"Authorization", "Bearer "}, 401},
		{"forged token", elsewhere, "POST", "/api/board", liftE2, []string{"Authorization", "Bearer jdb_AAAAAAAAAAAAAAAAAAAAAAAAAA"}, 401},
		{"forged cookie", elsewhere, "POST", "/api/board", liftE2, []string{"Cookie", "jadoube=jdb_AAAAAAAAAAAAAAAAAAAAAAAAAA"}, 401},
		{"password", elsewhere, "POST", "/api/board", liftE2, []string{"Authorization", "Basic YWRtaW46YWRtaW4="}, 401},
		{"guessed code", elsewhere, "POST", "/api/pair", `{"code":"AAAA-AAAA","name":"x"}`, nil, 403},
		{"no code", elsewhere, "POST", "/api/pair", `{"name":"x"}`, nil, 403},
		{"all squares", elsewhere, "POST", "/api/pair", `{"squares":"` + allSquares() + `","name":"x"}`, nil, 403},
		{"a role of one's own", elsewhere, "POST", "/api/pair", `{"code":"A","name":"x","role":"admin"}`, nil, 400},
		{"leaving for another", elsewhere, "POST", "/api/pair", `{"leave":true}`, nil, 200},
		{"offer for oneself", elsewhere, "POST", "/api/devices", `{"do":"offer","role":"admin"}`, nil, 401},
		{"a method of another name", elsewhere, "POST", "/api/state", liftE2, []string{"X-HTTP-Method-Override", "PUT"}, 405},
		{"oversized command", elsewhere, "POST", "/api/pair", `{"code":"` + strings.Repeat("A", 1<<20) + `"}`, nil, 413},
		{"oversized command, here", local, "POST", "/api/board", `{"do":"press","key":"` + strings.Repeat("A", 1<<20) + `"}`, with(), 413},
		{"deep JSON", local, "POST", "/api/board", strings.Repeat("[", 4000), with(), 400},
		{"two commands", local, "POST", "/api/board", liftE2 + liftE2, with(), 400},
		{"other members", local, "POST", "/api/board", `{"do":"lift","square":"e2","role":"admin"}`, with(), 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := underAttack(t)
			var headers []string
			headers = append(headers, c.headers...)
			w := attack(a.Server, c.remote, c.method, c.path, c.body, headers)
			if w.Code != c.status {
				t.Errorf("status %d, want %d: %.200s", w.Code, c.status, w.Body)
			}
			a.unchanged(t, c.name)
		})
	}
}

func allSquares() string {
	var names []string
	for i := range 64 {
		names = append(names, string(rune('a'+i%8))+string(rune('1'+i/8)))
	}
	return strings.Join(names, " ")
}

func attack(s *Server, remote, method, path, body string, headers []string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL.Path, r.RequestURI = path, path
	r.Host, r.RemoteAddr = "192.168.1.7:8464", remote
	r.Header.Set("Content-Type", asJSON)
	for i := 0; i+1 < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		} else {
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestPathTricks: no path leads to a file.
func TestPathTricks(t *testing.T) {
	a := underAttack(t)
	srv := httptest.NewServer(a.Handler())
	defer srv.Close()
	for _, path := range []string{
		"/../access.json", "/assets/../../access.json", "/assets/..%2f..%2faccess.json", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/assets//etc/passwd",
		"/assets/x/..%5c..%5caccess.json", "/access.json", "/jadoube-data/access.json", "/assets/%00", "/assets/app.js%00.html", "/api/trace/../../access.json",
		"/api/pgn?file=../access.json", "/api/trace?file=/etc/passwd", "/.git/config", "/debug/pprof/", "/debug/vars", "/api/", "/API/STATE", "/api/board/",
	} {
		conn, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", path)
		answer, _ := io.ReadAll(conn)
		conn.Close()
		for _, leak := range []string{`"devices"`, `"hash"`, "root:", "[core]", "goroutine"} {
			if strings.Contains(string(answer), leak) {
				t.Errorf("%s leaks %q: %.300s", path, leak, answer)
			}
		}
		status := strings.SplitN(string(answer), " ", 3)
		if ok := strings.Contains(path, "?"); len(status) < 2 || !ok && status[1] == "200" {
			t.Errorf("%s: %.60q", path, answer)
		}
	}
	a.unchanged(t, "path tricks")
}

// TestGuessingIsSlow: an address has a few guesses and then has to wait, and the offer doesn't live for many.
func TestGuessingIsSlow(t *testing.T) {
	a := underAttack(t)
	a.guesses.now = func() time.Time { return time.Unix(1e9, 0) }
	code, _ := a.access.Offered()
	refused := 0
	for range 50 {
		if w := from(a.Server, elsewhere, "POST", "/api/pair", `{"code":"AAAA-AAAA","name":"x"}`); w.Code == 429 {
			refused++
		}
	}
	if refused != 50-guessBurst {
		t.Errorf("%d of 50 guesses had to wait, want %d", refused, 50-guessBurst)
	}
	if w := from(a.Server, "192.168.1.21:5", "POST", "/api/pair", `{"code":"`+code.Code+`","name":"x"}`); w.Code != 200 {
		t.Errorf("another device had to wait too: status %d", w.Code)
	}
}

func TestRequestsAreLimited(t *testing.T) {
	a := underAttack(t)
	a.requests.now = func() time.Time { return time.Unix(1e9, 0) }
	limited := 0
	for range requestBurst + 100 {
		if from(a.Server, elsewhere, "GET", "/api/state", "").Code == 429 {
			limited++
		}
	}
	if limited != 100 {
		t.Errorf("%d requests were limited, want 100", limited)
	}
	if w := from(a.Server, "127.0.0.1:5", "GET", "/api/state", ""); w.Code != 200 {
		t.Errorf("the board's own machine: status %d", w.Code)
	}
	if a.Stats().Limited != int64(limited) {
		t.Errorf("counted %+v", a.Stats())
	}
}

// TestLimiterIsBounded: an attacker with many addresses neither fills the memory nor gets more than anybody else.
func TestLimiterIsBounded(t *testing.T) {
	l := newLimiter(time.Second, 5)
	now := time.Unix(1e9, 0)
	l.now = func() time.Time { return now }
	allowed := 0
	for i := range 3 * maxLimited {
		if l.allow(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})) {
			allowed++
		}
	}
	if len(l.until) > maxLimited+1 || allowed > maxLimited+5 {
		t.Errorf("%d addresses are kept, %d were allowed", len(l.until), allowed)
	}
	for i := range 100 { // one household of IPv6
		if got := l.allow(netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i))); got {
			t.Fatal("a full limiter lets a newcomer have an allowance of its own")
		}
	}
	now = now.Add(time.Hour)
	for i := range 100 {
		if got := l.allow(netip.MustParseAddr(fmt.Sprintf("2001:db8::%x", i))); got != (i < 5) {
			t.Fatalf("neighbour %d: %v", i, got)
		}
	}
}

// served is a server on a real port.
func served(t *testing.T, s *Server) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return ln.Addr().String()
}

// TestTooManyConnections: those beyond the bound are closed, those within go on, and there is room again afterwards.
func TestTooManyConnections(t *testing.T) {
	s := testServer(t, newFakeBoard())
	s.Readers = 4
	const most = 4 + otherConns
	addr := served(t, s)
	var open []net.Conn
	for range most + 50 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	for end := time.Now().Add(5 * time.Second); s.Stats().Refused < 50 && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	if got := s.Stats().Refused; got != 50 {
		t.Errorf("%d connections were refused, want 50", got)
	}
	fmt.Fprintf(open[0], "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	if line, err := bufio.NewReader(open[0]).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
		t.Errorf("a connection within the bound: %q, %v", line, err)
	}
	for _, c := range open {
		c.Close()
	}
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if res, err := http.Get("http://" + addr + "/healthz"); err == nil {
			res.Body.Close()
			break
		} else if time.Now().After(end) {
			t.Fatalf("no room again: %v", err)
		}
	}
}

func TestConnectionsOfOneDevice(t *testing.T) {
	b := newBounded(nil, 100, 3, func() {})
	other, here := netip.MustParseAddr("192.168.1.20"), netip.MustParseAddr("127.0.0.1")
	for i := range 5 {
		if got := b.enter(other); got != (i < 3) {
			t.Errorf("connection %d of another device: %v", i, got)
		}
		if !b.enter(here) {
			t.Errorf("connection %d of the board's own machine was refused", i)
		}
	}
	b.leave(other)
	if !b.enter(other) || b.enter(other) {
		t.Error("one that was left doesn't make room for exactly one")
	}
}

// TestSlowLoris: who sends a letter now and then is cut off, while others are served.
func TestSlowLoris(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as the server's patience")
	}
	s := testServer(t, newFakeBoard())
	addr := served(t, s)
	slow, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	begun := time.Now()
	cut := make(chan time.Duration, 1)
	go func() {
		for _, c := range "GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + strings.Repeat("z", 1000) {
			if _, err := slow.Write([]byte(string(c))); err != nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		cut <- time.Since(begun)
	}()
	for range 20 {
		res, err := http.Get("http://" + addr + "/api/state")
		if err != nil || res.StatusCode != 200 {
			t.Fatal(res, err)
		}
		res.Body.Close()
	}
	if after := <-cut; after < headerTimeout-time.Second || after > headerTimeout+5*time.Second {
		t.Errorf("cut after %v, want about %v", after, headerTimeout)
	}
}

func TestHugeHeaders(t *testing.T) {
	addr := served(t, testServer(t, newFakeBoard()))
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: %s\r\n\r\n", strings.Repeat("x", 1<<20))
	if line, _ := bufio.NewReader(c).ReadString('\n'); !strings.Contains(line, "431") {
		t.Errorf("a megabyte of header: %q", line)
	}
}

// FuzzClient sends what a fuzzer makes of requests, from another device: whatever it is, it gets an answer or a cut, and
// nothing changes.
func FuzzClient(f *testing.F) {
	for _, seed := range []string{
		"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n" + liftE2,
		"POST /api/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n{\"code\":\"AAAA-AAAA\",\"name\":\"x\"}",
		"POST /api/devices HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1e\r\n{\"do\":\"offer\",\"role\":\"player\"}\r\n0\r\n\r\n",
		"GET /api/events?after=0 HTTP/1.0\r\nHost: [::1]\r\nLast-Event-ID: 99\r\n\r\n",
		"GET http://evil.example/api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: jadoube=x; jadoube=y\r\nAuthorization: Bearer x\r\n\r\n",
		"POST /api/board HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /api/board HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
		"HEAD * HTTP/1.1\r\n\r\n", "\x16\x03\x01\x00\xa5", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, request []byte) {
		a := underAttack(t)
		far := a.Handler()
		a.quitOnce.Do(func() { close(a.quit) }) // streams end when they have said all
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.RemoteAddr = elsewhere
			far.ServeHTTP(w, r)
		}))
		srv.Config.ErrorLog = nil
		defer srv.Close()
		c, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Skip(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(5 * time.Second))
		c.Write(request)
		c.(*net.TCPConn).CloseWrite()
		answer, _ := io.ReadAll(c)
		if bytes.Contains(answer, []byte(`"hash"`)) {
			t.Errorf("a secret: %q", answer)
		}
		a.unchanged(t, fmt.Sprintf("%q", request))
	})
}

// TestFuzzedClient changes good requests in random places, with a seed, as go test alone runs no fuzzer.
func TestFuzzedClient(t *testing.T) {
	a := underAttack(t)
	rng := rand.New(rand.NewPCG(8, 464))
	good := []string{liftE2, `{"do":"press","key":"arbiter confirm"}`, `{"code":"AAAA-AAAA","name":"x"}`, `{"do":"offer","role":"admin"}`}
	paths := []string{"/api/board", "/api/pair", "/api/devices", "/api/state", "/metrics", "/healthz", "/api/access"}
	names := []string{"Origin", "Host", "Cookie", "Authorization", "Content-Type", "X-Forwarded-For", "Sec-Fetch-Site", "Last-Event-ID", "If-None-Match"}
	values := []string{"", "null", "127.0.0.1", "localhost", "jadoube=jdb_A", "Bearer x", asJSON, "same-origin", "http://127.0.0.1", "\xff\xfe", strings.Repeat("9", 400)}
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	for range 5000 {
		body := []byte(pick(good))
		for range rng.IntN(4) {
			body[rng.IntN(len(body))] = byte(rng.IntN(256))
		}
		var headers []string
		for range rng.IntN(4) {
			headers = append(headers, pick(names), pick(values))
		}
		remote := fmt.Sprintf("10.0.%d.%d:7", rng.IntN(256), rng.IntN(256))
		if w := attack(a.Server, remote, pick([]string{"GET", "POST", "PUT", "DELETE", "OPTIONS"}), pick(paths), string(body), headers); w.Code >= 500 && w.Code != 503 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
	a.unchanged(t, "5000 requests")
}
