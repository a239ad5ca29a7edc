package web

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"jadoube/rules/square"
)

// testBundle is a page with all its parts.
func testBundle() fstest.MapFS {
	files := fstest.MapFS{pageFile: {Data: []byte(`<link href="{{app.css}}"><script src="{{app.js}}"></script>`)}}
	for _, name := range assetFiles {
		files[name] = &fstest.MapFile{Data: []byte(strings.Repeat("/* "+name+" */\n", 50))}
	}
	files["en.json"] = &fstest.MapFile{Data: []byte(`{"lang": "en", "dir": "ltr", "name": "English", "hello": "Good day", "bye": "<So long>"}`)}
	return files
}

func testServer(t *testing.T, b Board) *Server {
	t.Helper()
	s, err := newServer(b, Options{Hosts: []string{"Jadoube.local"}}, testBundle())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask sends one request to a server without a network.
func ask(s *Server, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	r.Host, r.RemoteAddr = "127.0.0.1:8464", "127.0.0.1:50000"
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

func errorOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var m answer
	dec := json.NewDecoder(w.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil || m.Error == "" {
		t.Errorf("status %d: want {\"error\":\"…\"}, got %q, %v", w.Code, w.Body, err)
	}
	return m.Error
}

func TestStateIsTheBoardsAndNamesTheRun(t *testing.T) {
	s := testServer(t, newFakeBoard())
	w := ask(s, "GET", "/api/state", "")
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
		t.Fatalf("status %d, %v, %s", w.Code, err, w.Body)
	}
	if got["session"] != s.session || got["fen"] != startFEN || got["clock"] != nil || got["sim"] != true {
		t.Errorf("state %s", w.Body)
	}
	for _, key := range strings.Fields("n fen start tags moves frame leds prompt result sim tray rev recording clock board health lights session") {
		if _, ok := got[key]; !ok {
			t.Errorf("the state has no %q", key)
		}
	}
	if moves, ok := got["moves"].([]any); !ok || len(moves) != 0 {
		t.Errorf("moves %v: want an empty list, not null", got["moves"])
	}
}

func TestCommandsReachTheBoard(t *testing.T) {
	b := newFakeBoard()
	s := testServer(t, b)
	w := ask(s, "POST", "/api/board", `{"do":"lift","square":"e2"}`, "Content-Type", "application/json; charset=utf-8")
	var got trayNews
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 || got.Tray == nil || got.Tray.Off != "P" || got.Rev != 1 {
		t.Errorf("status %d, answer %s, %v", w.Code, w.Body, err)
	}
	if c := b.commands(); len(c) != 1 || c[0] != (Command{Do: Lift, Square: square.E2}) {
		t.Errorf("the board got %v", c)
	}
}

func TestCommandsThatAreRefused(t *testing.T) {
	long := `{"do":"press","key":"` + strings.Repeat("x", maxCommandBytes) + `"}`
	for _, c := range []struct {
		name, body, contentType string
		refuse                  error
		status                  int
		says                    string
	}{
		{"not JSON by name", `{"do":"lift","square":"e2"}`, "text/plain", nil, 415, `"text/plain"`},
		{"not JSON", `lift e2`, "application/json", nil, 400, "not the JSON expected"},
		{"too long", long, "application/json", nil, 413, "larger than 4096 bytes"},
		{"refused by the board", `{"do":"lift","square":"e2"}`, "application/json", errors.New("e2 is nailed down"), 400, "e2 is nailed down"},
		{"board too slow", `{"do":"lift","square":"e2"}`, "application/json", context.DeadlineExceeded, 503, "deadline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newFakeBoard()
			b.refuse = c.refuse
			w := ask(testServer(t, b), "POST", "/api/board", c.body, "Content-Type", c.contentType)
			if msg := errorOf(t, w); w.Code != c.status || !strings.Contains(msg, c.says) {
				t.Errorf("status %d %q: want %d with %q", w.Code, msg, c.status, c.says)
			}
		})
	}
}

func TestParseCommand(t *testing.T) {
	none := square.None
	for _, c := range []struct {
		body string
		want Command
		says string // "" = no error
	}{
		{`{"do":"lift","square":"a1"}`, Command{Do: Lift, Square: square.A1}, ""},
		{`{"do":"place","square":"e4","piece":"P"}`, Command{Do: Place, Square: square.E4, Piece: 'P'}, ""},
		{`{"do":"place","square":"e4"}`, Command{Do: Place, Square: square.E4}, ""},
		{`{"do":"press","key":"claim-white touch"}`, Command{Do: Press, Square: none, Key: "claim-white touch"}, ""},
		{`{"do":"new","fen":""}`, Command{Do: NewGame, Square: none}, ""},
		{`{"do":"new"}`, Command{Do: NewGame, Square: none}, ""},
		{`{"do":"new","sure":true}`, Command{Do: NewGame, Square: none, Sure: true}, ""},
		{`{"do":"new","side":"black","level":"elo 1500"}`, Command{Do: NewGame, Square: none, Side: "black", Level: "elo 1500"}, ""},
		{`{"do":"opponent","side":"none"}`, Command{Do: Oppose, Square: none, Side: "none"}, ""},
		{`{"do":"hint"}`, Command{Do: Hint, Square: none}, ""},
		{`{"do":"help","side":"white","steps":"moves hints"}`, Command{Do: Help, Square: none, Side: "white", Steps: "moves hints"}, ""},
		{`{"do":"lesson","lesson":"rook","player":"Anna"}`, Command{Do: Lesson, Square: none, Lesson: "rook", Player: "Anna"}, ""},
		{`{"do":"lesson"}`, Command{Do: Lesson, Square: none}, ""},
		{`{"do":"review"}`, Command{Do: Review, Square: none}, ""},
		{`{"do":"review","side":"white"}`, Command{}, `"side" has no place in the command review: it takes nothing`},
		{`{"do":"lesson","player":"a\nb"}`, Command{}, "control character"},
		{`{"do":"opponent","side":"both"}`, Command{}, `side "both": expected white, black or none`},
		{`{"do":"opponent","level":"elo\n"}`, Command{}, "control character"},
		{`{"do":"opponent","side":"white","fen":""}`, Command{}, `"fen" has no place in the command opponent: it takes side, level`},
		{`{"do":"hint","square":"e2"}`, Command{}, `"square" has no place in the command hint: it takes nothing`},
		{`{"do":"lift","square":"j9"}`, Command{}, `"j9" is no square`},
		{`{"do":"lift"}`, Command{}, `"" is no square`},
		{`{"do":"lift","square":"e2","piece":"P"}`, Command{}, `"piece" has no place in the command lift`},
		{`{"do":"place","square":"e4","piece":"X"}`, Command{}, `piece "X": expected one letter of PNBRQKpnbrqk, or none for the piece lifted last`},
		{`{"do":"place","square":"e4","piece":"PP"}`, Command{}, `piece "PP"`},
		{`{"do":"press"}`, Command{}, "key has 0 bytes: expected 1 to 200"},
		{`{"do":"press","key":"white\nblack"}`, Command{}, "control character"},
		{`{"do":"jump"}`, Command{}, `do "jump": expected lift, place, press, new, opponent, hint, help, lesson, review, follow or evaluate`},
		{`{"do":"lift","square":"e2","by":"me"}`, Command{}, `unknown field "by"`},
		{`{"do":"new"}{"do":"new"}`, Command{}, "followed by more"},
		{`{"do":7}`, Command{}, "not the JSON expected"},
		{``, Command{}, "not the JSON expected"},
	} {
		got, err := ParseCommand([]byte(c.body))
		switch {
		case c.says == "" && (err != nil || got != c.want):
			t.Errorf("%s: %v, %v; want %v", c.body, got, err, c.want)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: error %v; want %q", c.body, err, c.says)
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, s := range []string{`{"do":"lift","square":"e2"}`, `{"do":"place","square":"e4","piece":"P"}`, `{"do":"press","key":"white"}`, `{"do":"new","fen":""}`, `[]`, "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		c, err := ParseCommand(body)
		if err != nil {
			return
		}
		if needs := c.Do == Lift || c.Do == Place; needs != c.Square.Valid() {
			t.Errorf("%q: %v with the square %v", body, c.Do, c.Square)
		}
		if len(c.Key) > maxKeyBytes || len(c.FEN) > maxFENBytes || len(c.Level) > maxKeyBytes || strings.ContainsAny(c.Key+c.FEN+c.Side+c.Level, "\r\n\x00") {
			t.Errorf("%q: unbounded text in %v", body, c)
		}
	})
}

func TestOtherSitesAndNamesAreKeptOut(t *testing.T) {
	s := testServer(t, newFakeBoard())
	const lift = `{"do":"lift","square":"e2"}`
	for _, c := range []struct {
		name, method, host string
		headers            []string
		status             int
	}{
		{"bare address", "GET", "192.168.1.7:8464", nil, 200},
		{"IPv6 address", "GET", "[::1]:8464", nil, 200},
		{"localhost", "GET", "LOCALHOST:8464", nil, 200},
		{"configured name", "GET", "jadoube.local.", nil, 200},
		{"rebound name", "GET", "evil.example:8464", nil, 421},
		{"no name", "GET", "", nil, 421},
		{"no browser", "POST", "127.0.0.1:8464", nil, 200},
		{"own page", "POST", "127.0.0.1:8464", []string{"Origin", "http://127.0.0.1:8464", "Sec-Fetch-Site", "same-origin"}, 200},
		{"other site", "POST", "127.0.0.1:8464", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"other origin", "POST", "127.0.0.1:8464", []string{"Origin", "http://evil.example"}, 403},
		{"other port", "POST", "127.0.0.1:8464", []string{"Origin", "http://127.0.0.1:9999"}, 403},
		{"opaque origin", "POST", "127.0.0.1:8464", []string{"Origin", "null"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.board = newFakeBoard()
			path, body := "/api/state", ""
			if c.method == "POST" {
				path, body = "/api/board", lift
			}
			headers := append([]string{"Content-Type", "application/json", "Host", c.host}, c.headers...)
			w := ask(s, c.method, path, body, headers...)
			if w.Code != c.status {
				t.Errorf("status %d: want %d (%s)", w.Code, c.status, w.Body)
			}
			if w.Code != 200 {
				errorOf(t, w)
			}
		})
	}
}

func TestMethodsAndPaths(t *testing.T) {
	s := testServer(t, newFakeBoard())
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"POST", "/", 405, "GET"},
		{"POST", "/api/state", 405, "GET"},
		{"DELETE", "/api/events", 405, "GET"},
		{"GET", "/api/board", 405, "POST"},
		{"PUT", "/api/board", 405, "POST"},
		{"POST", "/api/pgn", 405, "GET"},
		{"POST", "/api/trace", 405, "GET"},
		{"POST", "/assets/x/app.js", 405, "GET"},
		{"GET", "/nothing", 404, ""},
		{"GET", "/assets/0000/app.js", 404, ""},
		{"GET", "/assets/../server.go", 307, ""},
		{"HEAD", "/", 200, ""},
		{"HEAD", "/api/events", 200, ""},
		{"HEAD", "/api/trace", 200, ""},
	} {
		w := ask(s, c.method, c.path, "")
		if w.Code != c.status || w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s: status %d, Allow %q; want %d, %q", c.method, c.path, w.Code, w.Header().Get("Allow"), c.status, c.allow)
		}
		if w.Header().Get("Content-Security-Policy") != contentPolicy || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s %s: without the safe headers", c.method, c.path)
		}
	}
}

// TestHeadersOfASecurePage: browsers heed Cross-Origin-Opener-Policy on secure pages, and complain in the console of every other page.
func TestHeadersOfASecurePage(t *testing.T) {
	s := testServer(t, newFakeBoard())
	for scheme, want := range map[string]string{"http": "", "https": "same-origin"} {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest("GET", scheme+"://127.0.0.1:8464/", nil))
		if got := w.Header().Get("Cross-Origin-Opener-Policy"); w.Code != 200 || got != want {
			t.Errorf("%s: status %d, %q; want %q", scheme, w.Code, got, want)
		}
	}
}

func TestAssetsAreHashedCachedAndCompressed(t *testing.T) {
	s := testServer(t, newFakeBoard())
	page := ask(s, "GET", "/", "").Body.String()
	_, rest, _ := strings.Cut(page, `src="`)
	url, _, _ := strings.Cut(rest, `"`)
	if !strings.HasPrefix(url, "/assets/") || strings.Contains(page, "{{") {
		t.Fatalf("page %q", page)
	}
	plain := ask(s, "GET", url, "")
	if plain.Code != 200 || !strings.Contains(plain.Header().Get("Cache-Control"), "immutable") || plain.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Errorf("status %d, headers %v", plain.Code, plain.Header())
	}
	for accept, want := range map[string]string{"gzip, br": "gzip", "br;q=1, gzip;q=0.5": "gzip", "gzip;q=0": "", "br": "", "": ""} {
		w := ask(s, "GET", url, "", "Accept-Encoding", accept)
		if got := w.Header().Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, want %q", accept, got, want)
		}
		if want == "gzip" {
			z, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if b, _ := io.ReadAll(z); string(b) != plain.Body.String() || w.Body.Len() > plain.Body.Len() {
				t.Error("the compressed file is another one")
			}
		}
	}
	if w := ask(s, "GET", "/", "", "If-None-Match", ask(s, "GET", "/", "").Header().Get("ETag")); w.Code != 304 || w.Body.Len() > 0 {
		t.Errorf("an unchanged page: status %d with %d bytes", w.Code, w.Body.Len())
	}
}

// TestPageSpeaks: a language is one file; who asks for the page gets it in the language of the address, else the one that was chosen, else the
// browser's first that there is, with words in place before any script runs.
func TestPageSpeaks(t *testing.T) {
	bundle := testBundle()
	bundle[pageFile] = &fstest.MapFile{Data: []byte(`<html lang="{{lang}}" dir="{{dir}}"><p class="x" data-t="hello" hidden></p><p data-t="bye" data-t-label="bye"></p><script>{{words}}</script>`)}
	bundle["fa.json"] = &fstest.MapFile{Data: []byte(`{"lang": "fa", "dir": "rtl", "name": "فارسی", "hello": "روز بخیر"}`)}
	s, err := newServer(newFakeBoard(), Options{}, bundle)
	if err != nil {
		t.Fatal(err)
	}
	const (
		inEnglish = `<html lang="en" dir="ltr"><p class="x" hidden>Good day</p><p aria-label="&lt;So long&gt;">&lt;So long&gt;</p>`
		inPersian = `<html lang="fa" dir="rtl"><p class="x" hidden>روز بخیر</p><p aria-label="&lt;So long&gt;">&lt;So long&gt;</p>`
	)
	tags := map[string]bool{}
	for _, c := range []struct{ url, accept, cookie, want string }{
		{"/", "", "", inEnglish},
		{"/", "fa-IR,fa;q=0.9,en;q=0.8", "", inPersian},
		{"/", "de, en;q=0.2, fa;q=0.4", "", inPersian},
		{"/", "fa;q=0, *", "", inEnglish},
		{"/", "fa", "language=en", inEnglish},
		{"/", "en", "language=fa", inPersian},
		{"/", "en", "language=xx", inEnglish},
		{"/?lang=fa", "en", "language=en", inPersian},
		{"/?lang=xx", "en", "language=fa", inPersian},
	} {
		w := ask(s, "GET", c.url, "", "Accept-Language", c.accept, "Cookie", c.cookie)
		page, data, _ := strings.Cut(w.Body.String(), "<script>")
		var given struct{ Words, Names map[string]string }
		if err := json.Unmarshal([]byte(strings.TrimSuffix(data, "</script>")), &given); err != nil || strings.Contains(data, "<So") {
			t.Errorf("%+v: the words %q: %v", c, data, err)
		}
		if page != c.want || given.Words["bye"] != "<So long>" || given.Names["fa"] != "فارسی" {
			t.Errorf("%+v: %s with %v", c, page, given)
		}
		if w.Header().Get("Cache-Control") != "no-cache" || !slices.Equal(w.Header()["Vary"], []string{"Accept-Language, Cookie", "Accept-Encoding"}) {
			t.Errorf("%+v: headers %v", c, w.Header())
		}
		tags[w.Header().Get("ETag")] = true
	}
	if len(tags) != 2 {
		t.Errorf("two languages have the tags %v", tags)
	}
	bundle[pageFile] = &fstest.MapFile{Data: []byte(`<p data-t="nowhere"></p>`)}
	if _, err := newServer(newFakeBoard(), Options{}, bundle); err == nil || !strings.Contains(err.Error(), `"nowhere"`) {
		t.Errorf("a page with a key that has no words: %v", err)
	}
}

func TestWithoutABundle(t *testing.T) {
	s, err := newServer(newFakeBoard(), Options{}, fstest.MapFS{".keep": {}})
	if err != nil || s.Bundled() {
		t.Fatalf("bundled %v, %v", s.Bundled(), err)
	}
	if w := ask(s, "GET", "/", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "<code>make</code>") {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	half := testBundle()
	delete(half, "app.js")
	if _, err := newServer(newFakeBoard(), Options{}, half); err == nil || !strings.Contains(err.Error(), "app.js") || !strings.Contains(err.Error(), "make") {
		t.Errorf("half a bundle: %v", err)
	}
}

func TestDownloads(t *testing.T) {
	s := testServer(t, newFakeBoard())
	for path, want := range map[string]string{"/api/pgn": "[Event \"?\"]\n\n*\n", "/api/trace": "trace 1\nsensor occupancy\n"} {
		w := ask(s, "GET", path, "")
		if w.Code != 200 || w.Body.String() != want || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment; filename=") {
			t.Errorf("%s: status %d, %q, %v", path, w.Code, w.Body, w.Header())
		}
	}
}

func TestTraceOfNothing(t *testing.T) {
	b := newFakeBoard()
	b.state.Recording.On = false
	w := ask(testServer(t, b), "GET", "/api/trace", "")
	if msg := errorOf(t, w); w.Code != 409 || msg != "nothing is being recorded" || w.Header().Get("Content-Disposition") != "" {
		t.Errorf("status %d, %q, %v", w.Code, msg, w.Header())
	}
}

func TestFollowIsAYesOrNo(t *testing.T) {
	for _, query := range []string{"follow=x", "follow=", "follow=true"} {
		w := ask(testServer(t, newFakeBoard()), "GET", "/api/trace?"+query, "")
		if msg := errorOf(t, w); w.Code != 400 || !strings.Contains(msg, "expected 1") || w.Header().Get("Content-Disposition") != "" {
			t.Errorf("%s: status %d, %q", query, w.Code, msg)
		}
	}
	if w := ask(testServer(t, newFakeBoard()), "GET", "/api/trace?follow=0", ""); w.Code != 200 {
		t.Errorf("follow=0: status %d", w.Code)
	}
}

// reader reads one stream of events from a real connection.
type reader struct {
	*bufio.Scanner
	close func()
}

func openStream(t *testing.T, url string, headers ...string) *reader {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	r, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if ct := res.Header.Get("Content-Type"); res.StatusCode != 200 || !strings.HasPrefix(ct, "text/event-stream") {
		t.Fatalf("%s: status %d, %s", url, res.StatusCode, ct)
	}
	return &reader{bufio.NewScanner(res.Body), cancel}
}

// until reads lines up to one that starts with prefix and returns all it has read.
func (r *reader) until(t *testing.T, prefix string) (lines []string) {
	t.Helper()
	for r.Scan() {
		lines = append(lines, r.Text())
		if strings.HasPrefix(r.Text(), prefix) {
			return lines
		}
	}
	t.Fatalf("the stream ended (%v) before %q: %q", r.Err(), prefix, lines)
	return nil
}

func TestEventsResume(t *testing.T) {
	b := newFakeBoard() // has sent events 1 and 2
	s := testServer(t, b)
	s.heartbeat = 20 * time.Millisecond
	srv := httptest.NewServer(s.Handler())
	defer srv.Close()

	all := openStream(t, srv.URL+"/api/events")
	hello := all.until(t, "data: ")
	if got := strings.Join(hello, "|"); got != `retry: 1000|event: hello|data: {"session":"`+s.session+`"}` {
		t.Errorf("the stream starts with %q", got)
	}
	if got := all.until(t, "id: "); got[len(got)-1] != "id: 1" {
		t.Errorf("without a number the stream starts with %q", got)
	}
	all.until(t, "id: 2")
	all.until(t, ": still here")
	if err := b.Command(t.Context(), Command{Do: Lift, Square: square.E2}); err != nil {
		t.Fatal(err)
	}
	all.until(t, "id: 3")
	if line := all.until(t, "data: "); !strings.Contains(line[len(line)-1], `"type":"touched"`) {
		t.Errorf("event 3 is %q", line)
	}
	all.until(t, "event: tray")
	if line := all.until(t, "data: "); !strings.Contains(line[0], `"off":"P"`) {
		t.Errorf("the tray after the lift is %q", line)
	}
	all.close()

	for name, again := range map[string]*reader{
		"Last-Event-ID": openStream(t, srv.URL+"/api/events?after=1", "Last-Event-ID", "3"),
		"after":         openStream(t, srv.URL+"/api/events?after=3"),
	} {
		again.until(t, "data: ")
		if got := again.until(t, "id: "); got[len(got)-1] != "id: 4" {
			t.Errorf("resumed by %s after 3, the stream goes on with %q", name, got)
		}
		again.close()
	}
}

func TestTrayReachesOtherPages(t *testing.T) {
	b := newFakeBoard()
	srv := httptest.NewServer(testServer(t, b).Handler())
	defer srv.Close()
	other := openStream(t, srv.URL+"/api/events")
	other.until(t, "event: tray")
	res, err := http.Post(srv.URL+"/api/board", "application/json", strings.NewReader(`{"do":"press","key":"white"}`))
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %v", res, err)
	}
	other.until(t, "event: tray")
	if line := other.until(t, "data: "); !strings.Contains(line[0], `"rev":1`) {
		t.Errorf("the tray after a command is %q", line)
	}
}

func TestEventsThatAreNoLongerHeld(t *testing.T) {
	b := newFakeBoard()
	b.oldest = 2
	srv := httptest.NewServer(testServer(t, b).Handler())
	defer srv.Close()
	for _, after := range []string{"1", "999"} { // forgotten; of an earlier run
		r := openStream(t, srv.URL+"/api/events?after="+after)
		r.until(t, "event: reset")
		for r.Scan() {
			if strings.HasPrefix(r.Text(), "id:") {
				t.Errorf("after=%s: %q follows the reset", after, r.Text())
			}
		}
	}
	for _, after := range []string{"x", "-1", "1e3"} {
		if w := ask(testServer(t, b), "GET", "/api/events?after="+after, ""); w.Code != 400 || !strings.Contains(errorOf(t, w), after) {
			t.Errorf("after=%s: status %d", after, w.Code)
		}
	}
}

func TestStreamsAreCounted(t *testing.T) {
	s := testServer(t, newFakeBoard())
	for range 64 {
		s.streams <- struct{}{}
	}
	for _, path := range []string{"/api/events", "/api/trace?follow=1"} {
		w := ask(s, "GET", path, "")
		if msg := errorOf(t, w); w.Code != 503 || !strings.Contains(msg, "64 streams") {
			t.Errorf("%s: status %d, %q", path, w.Code, msg)
		}
	}
}

func TestServeEndsWithOpenStreams(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	b := newFakeBoard()
	s := testServer(t, b)
	s.grace = time.Minute // streams end by themselves, not because they are cut
	go func() { ended <- s.Serve(ctx, ln) }()
	url := "http://" + ln.Addr().String()
	events := openStream(t, url+"/api/events")
	events.until(t, "id: 2")
	res, err := http.Get(url + "/api/trace?follow=1")
	if err != nil {
		t.Fatal(err)
	}
	trace := &reader{Scanner: bufio.NewScanner(res.Body)}
	trace.until(t, "1520 -e2")
	start := time.Now()
	for range 300 { // more than a connection holds: what is told last is heard all the same
		b.tell("press", map[string]any{"key": "arbiter", "text": strings.Repeat("x", 40_000)})
	}
	stop()
	events.until(t, "id: 302")
	if err := <-ended; err != nil || time.Since(start) > s.grace/2 {
		t.Errorf("serve ended with %v after %v", err, time.Since(start))
	}
	for events.Scan() {
	}
	if _, err := http.Get(url); err == nil {
		t.Error("the port is still open")
	}
}

// TestServeCutsWhoDoesNotRead: a client that stops reading neither holds up the end nor makes it a failure.
func TestServeCutsWhoDoesNotRead(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	b := newFakeBoard()
	s := testServer(t, b)
	s.grace = 100 * time.Millisecond
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	openStream(t, "http://"+ln.Addr().String()+"/api/events").until(t, "id: 2")
	for range 300 {
		b.tell("press", map[string]any{"key": "arbiter", "text": strings.Repeat("x", 40_000)})
	}
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("serve ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Error("serve doesn't end")
	}
}
