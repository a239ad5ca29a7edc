package web

import (
	"fmt"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"
)

// longShelf holds as many games as a list shows.
type longShelf struct{ fakeShelf }

func (*longShelf) Games(GameQuery) ([]GameRow, error) {
	rows := make([]GameRow, maxGames)
	for i := range rows {
		rows[i] = GameRow{ID: int64(i + 1), Date: "2026-11-30", White: fmt.Sprint("Anna ", i+1), Black: "Boris", Event: "?", Result: "1-0", ECO: "C23", Opening: "Bishop's Opening", Plies: 40}
	}
	return rows, nil
}

// TestLongListOfGames: of hundreds of games a phone lays out those in sight, and the others as it comes to them.
func TestLongListOfGames(t *testing.T) {
	b := openBrowser(t)
	b.server.shelf = &longShelf{}
	b.serve()
	laidOut := func(row string) string {
		return `document.querySelector("#games-list li:` + row + `-child .who")?.checkVisibility({contentVisibilityAuto: true})`
	}
	for _, lang := range []string{"en", "ar"} {
		b.Load(b.url+"/?lang="+lang, webtest.PhoneWidth, webtest.PhoneHeight)
		before := b.Processor()
		webtest.Value[bool](b.Tab, `(location.hash = "#games", true)`)
		b.Until(laidOut("first") + ` === true && ` + laidOut("last") + ` === false`)
		time.Sleep(300 * time.Millisecond) // until it is drawn
		t.Logf("%s: the list took %v of the processor's time", lang, b.Processor()-before)
		webtest.Value[bool](b.Tab, `(scrollTo(0, document.body.scrollHeight), true)`)
		b.Until(`scrollTo(0, document.body.scrollHeight), ` + laidOut("last") + ` === true`)
	}
	b.calm()
}
