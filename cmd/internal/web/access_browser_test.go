package web

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
)

// TestPagePairs: a telephone on the network says that it only reads, is paired by the squares that are lit, and may play then;
// an admin's page makes a code, and a telephone that opens its address is paired by it.
func TestPagePairs(t *testing.T) {
	b := newFakeBoard()
	s, err := New(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Bundled() {
		t.Skip("the page is not bundled: run make")
	}
	s.listens.Store(net.Addr(&net.TCPAddr{IP: net.IPv4(192, 168, 1, 7), Port: 8464}))
	tab := webtest.Open(t)
	far := s.Handler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.RemoteAddr = elsewhere
		far.ServeHTTP(w, r)
	}))
	t.Cleanup(srv.Close)
	t.Cleanup(s.endStreams)
	p := &browser{tab, t, b, s, srv.URL}

	p.load(900, 900)
	p.Until(`!document.querySelector("#reading").hidden`)
	p.Text("#reading-text", "You are reading only.")
	if !webtest.Value[bool](tab, `document.querySelector("#devices-open").hidden`) {
		t.Error("who only reads is shown the devices")
	}
	o := s.access.Offer(access.Admin, access.Lasts)
	var squares []string
	for sq := range o.Squares.Squares() {
		squares = append(squares, `"`+sq.String()+`"`)
	}
	p.Do(chromedp.Click("#pair-open"))
	p.Do(chromedp.Click("#pair-form summary"))
	webtest.Value[int](tab, `[`+strings.Join(squares, ",")+`].map(s => document.querySelector('#pair-squares [value="' + s + '"]').click()).length`)
	p.Do(chromedp.Click("#pair-form .main"))
	p.Until(`document.querySelector("#reading")?.hidden && document.querySelector("#devices-open")?.hidden === false`)
	p.Until(`document.querySelector("#link").dataset.state === "live"`)
	p.move("e2", "e4")

	p.Do(chromedp.Click("#to-settings"))
	p.Do(chromedp.Click("#devices-open"))
	p.Do(chromedp.Click("#offer-form .main"))
	p.Until(`!document.querySelector("#offered").hidden && !!document.querySelector("#offer-qr path")`)
	offer, _ := s.access.Offered()
	p.Text("#offer-code", offer.Code)
	p.Shoot("devices")
	p.Until(`document.querySelectorAll("#devices li").length === 1`)
	p.Do(chromedp.Click("#devices li button"))
	p.Until(`!document.querySelector("#devices-dialog").open && !document.querySelector("#reading").hidden`) // it has revoked itself

	p.Load(PairURL(srv.URL+"/", offer.Code), 900, 900)
	p.Until(`document.querySelector("#pair-dialog").open && location.hash === ""`)
	p.Do(chromedp.Click("#pair-form .main"))
	p.Until(`document.querySelector("#reading")?.hidden`)
	if d := s.access.Devices(); len(d) != 1 || d[0].Role != access.Player {
		t.Errorf("devices %+v", d)
	}
}
