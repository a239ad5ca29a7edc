package linktest

import (
	"sync"

	"jadoube/hw"
	"jadoube/hw/hwtest"
)

// Tap is a port that keeps what was written to it.
type Tap struct {
	hw.Port

	mu   sync.Mutex
	sent []byte
	deaf bool
}

// NewTap returns a port whose far end says hello.
func NewTap(hello []byte) *Tap {
	near, far := hwtest.NewPort()
	far.Write(hello)
	return &Tap{Port: near}
}

// Write keeps b, unless the port is deaf.
func (p *Tap) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.deaf {
		return 0, hw.ErrTimeout
	}
	p.sent = append(p.sent, b...)
	return len(b), nil
}

// Deaf makes the device take nothing, or take bytes again.
func (p *Tap) Deaf(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = deaf
}

// Sent is all that was written.
func (p *Tap) Sent() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]byte(nil), p.sent...)
}
