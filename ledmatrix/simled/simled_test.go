package simled

import (
	"errors"
	"sync"
	"testing"

	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

func TestContract(t *testing.T) {
	ledtest.Run(t, func(*testing.T) ledtest.Fixture {
		p := new(Panel)
		return ledtest.Fixture{
			Driver: p,
			Lights: func() ledmatrix.Image { img, _ := p.Image(); return img },
			Break: func(broken bool) {
				p.Fail(nil)
				if broken {
					p.Fail(errors.New("the wire is cut"))
				}
			},
		}
	})
}

func TestImageCounts(t *testing.T) {
	var p Panel
	for range 3 {
		p.Show(&ledmatrix.Image{square.E4: {G: 1}})
	}
	if img, n := p.Image(); n != 3 || img[square.E4].G != 1 {
		t.Errorf("%d images, the last\n%v", n, &img)
	}
}

// For the race detector.
func TestManyReaders(t *testing.T) {
	var p Panel
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 100 {
				p.Show(&ledmatrix.Image{0: {R: uint8(i)}})
				p.Image()
			}
		})
	}
	wg.Wait()
}
