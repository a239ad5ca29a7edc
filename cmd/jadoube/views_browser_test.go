package main

import (
	"fmt"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"
)

// views are the page's views, by the fragment of their address.
var views = []string{"play", "games", "learn", "board", "arbiter", "settings", "clock"}

// view goes to a view by its address, as a bookmark does.
func (b *tab) view(name string) {
	b.t.Helper()
	webtest.Value[bool](b.Tab, `(location.hash = "#`+name+`", true)`)
	b.Until(`document.body.dataset.view === "` + name + `" && !document.querySelector('main > [data-view="` + name + `"]').hidden`)
}

// windows are those through which the page is looked at: a table, a tablet, a phone, and a narrow phone in the largest text that Settings has.
var windows = []window{{1280, 800, "1"}, {820, 1180, "1"}, {webtest.PhoneWidth, webtest.PhoneHeight, "1"}, {360, 740, largest}}

const largest = "1.45"

type window struct {
	width, height int64
	text          string
}

// TestViewsFit looks at each view in each language, through each window, in the light and in the dark: everything reads in its
// direction, nothing is cut, and nothing lies over anything else.
func TestViewsFit(t *testing.T) {
	addr, stop := launchWith(t, t.TempDir(), strictBoard)
	defer stop()
	b := openTab(t, addr)
	b.push(`[data-press="black"]`)
	b.click("e2", "e4")
	b.told(1, "e4")
	for _, look := range looks() {
		t.Run(look.lang+"-"+look.theme, func(t *testing.T) { b.looks(t, addr, look) })
	}
	if wrong := b.Complaints(); len(wrong) > 0 {
		t.Errorf("the page's console: %q", wrong)
	}
}

type look struct{ lang, dir, theme string }

// looks are those in which the page is looked at: each language, and the dark, in each language when there is time.
func looks() (list []look) {
	for _, lang := range [][2]string{{"en", "ltr"}, {"fa", "rtl"}, {"ar", "rtl"}} {
		list = append(list, look{lang[0], lang[1], "light"})
		if lang[0] == "fa" || slow() {
			list = append(list, look{lang[0], lang[1], "dark"})
		}
	}
	return list
}

func (b *tab) looks(t *testing.T, addr string, at look) {
	b.Media("prefers-color-scheme:"+at.theme, "prefers-reduced-motion:reduce")
	for _, w := range windows {
		b.text(w.text)
		b.Load("http://"+addr+"/?lang="+at.lang, w.width, w.height)
		if got := webtest.Value[string](b.Tab, `getComputedStyle(document.body).direction + " " + document.documentElement.lang`); got != at.dir+" "+at.lang {
			t.Errorf("the page reads %q", got)
		}
		for _, name := range views {
			b.view(name)
			time.Sleep(100 * time.Millisecond) // what the view asks for comes
			b.Fits(fmt.Sprintf("%s in %s at %d", name, at.lang, w.width))
			b.Shoot(fmt.Sprintf("view-%s-%s-%s-%d", name, at.lang, at.theme, w.width))
		}
	}
	b.text("1")
}

// text has the next page that is loaded write in a size, as it is chosen in Settings.
func (b *tab) text(size string) {
	b.t.Helper()
	webtest.Value[bool](b.Tab, `(localStorage.setItem("jadoube", JSON.stringify({text: "`+size+`"})), true)`)
}
