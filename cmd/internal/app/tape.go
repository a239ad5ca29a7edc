package app

import (
	"context"
	"io"
	"sync"
)

// tape is a text that grows at its end and is read by many at their own pace.
type tape struct {
	mu    sync.Mutex
	text  []byte
	grown chan struct{} // closed when the text grows or ends
	ended bool
}

func newTape() *tape { return &tape{grown: make(chan struct{})} }

// Write adds to the text; it never fails.
func (t *tape) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	close(t.grown)
	t.grown = make(chan struct{})
	return len(p), nil
}

// end says that nothing more will come.
func (t *tape) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.ended = true
		close(t.grown)
		t.grown = make(chan struct{})
	}
}

// after returns the text from an offset on, and what tells of more.
func (t *tape) after(offset int) (text []byte, grown <-chan struct{}, ended bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text[offset:len(t.text):len(t.text)], t.grown, t.ended
}

// copyTo writes the text to w; with follow it goes on until the tape ends, ctx ends or w fails.
func (t *tape) copyTo(ctx context.Context, w io.Writer, follow bool) error {
	for offset := 0; ; {
		text, grown, ended := t.after(offset)
		if len(text) > 0 {
			n, err := w.Write(text)
			offset += n
			if err != nil {
				return err
			}
			continue
		}
		if ended || !follow {
			return nil
		}
		select {
		case <-grown:
		case <-ctx.Done():
			follow = false // what has come meanwhile, and no more
		}
	}
}
