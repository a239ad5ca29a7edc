package hwtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
)

// witness is a testing.TB that notes failures instead of failing.
type witness struct {
	testing.TB
	said    []string
	cleanup []func()
}

func (w *witness) Helper()           {}
func (w *witness) Failed() bool      { return len(w.said) > 0 }
func (w *witness) Cleanup(f func())  { w.cleanup = append(w.cleanup, f) }
func (w *witness) Error(args ...any) { w.said = append(w.said, fmt.Sprint(args...)) }
func (w *witness) Errorf(format string, args ...any) {
	w.said = append(w.said, fmt.Sprintf(format, args...))
}

func (w *witness) end() string {
	for _, f := range w.cleanup {
		f()
	}
	return strings.Join(w.said, "\n")
}

var steps = []Step{
	{Does: "IODIRA: all inputs", Addr: 0x20, Write: []byte{0x00, 0xff}},
	{Does: "GPIOA", Addr: 0x20, Write: []byte{0x12}, Read: []byte{0x5a}},
	{Does: "a chip that is missing", Addr: 0x21, Write: []byte{0x12}, Err: hw.ErrNoAnswer},
}

func play(b hw.I2C) (byte, error) {
	r := make([]byte, 1)
	b.Tx(0x20, []byte{0x00, 0xff}, nil)
	b.Tx(0x20, []byte{0x12}, r)
	return r[0], b.Tx(0x21, []byte{0x12}, nil)
}

func TestScriptThatIsKept(t *testing.T) {
	if got, err := play(NewI2C(t, steps...)); got != 0x5a || err != hw.ErrNoAnswer {
		t.Errorf("%x, %v", got, err)
	}
}

func TestScriptThatIsBroken(t *testing.T) {
	for name, c := range map[string]struct {
		play func(hw.I2C) error
		want string
	}{
		"another chip": {func(b hw.I2C) error { return b.Tx(0x22, []byte{0, 0xff}, nil) }, "step 1 (IODIRA: all inputs): got chip 0x22"},
		"other bytes":  {func(b hw.I2C) error { return b.Tx(0x20, []byte{0, 0xfe}, nil) }, "write [00 fe], read 0 bytes, expected chip 0x20: write [00 ff]"},
		"a read":       {func(b hw.I2C) error { return b.Tx(0x20, []byte{0, 0xff}, make([]byte, 2)) }, "read 2 bytes, expected"},
		"steps left":   {func(b hw.I2C) error { b.Tx(0x20, []byte{0, 0xff}, nil); return io.EOF }, "step 2 (GPIOA) and the rest of 3 steps never came"},
		"one too many": {func(b hw.I2C) error { play(b); return b.Tx(1, nil, nil) }, "after the last of 3 steps: got chip 0x01"},
	} {
		w := &witness{TB: t}
		if err := c.play(NewI2C(w, steps...)); err == nil {
			t.Errorf("%s: the driver got no error", name)
		}
		if said := w.end(); !strings.Contains(said, c.want) {
			t.Errorf("%s: said %q, expected %q", name, said, c.want)
		}
	}
}

func TestRecordBecomesAScript(t *testing.T) {
	var rec Record
	play(rec.I2C(NewI2C(t, steps...)))
	want := `{Does: "step 1", Addr: 0x20, Write: []byte{0x00, 0xff}},
{Does: "step 2", Addr: 0x20, Write: []byte{0x12}, Read: []byte{0x5a}},
{Does: "step 3", Addr: 0x21, Write: []byte{0x12}, Err: errors.New("no chip answers")},
`
	if got := rec.Script(); got != want {
		t.Errorf("got\n%s", got)
	}
	play(NewI2C(t, rec.Steps()...))
}

func TestSPI(t *testing.T) {
	var rec Record
	bus := rec.SPI(NewSPI(t, Step{Does: "channel 3", Write: []byte{1, 0xb0, 0}, Read: []byte{0, 2, 0xff}}, Step{Does: "lights", Write: []byte{7}}))
	r := make([]byte, 3)
	if err := bus.Tx([]byte{1, 0xb0, 0}, r); err != nil || r[2] != 0xff {
		t.Errorf("% x, %v", r, err)
	}
	bus.Tx([]byte{7}, nil)
	if got := rec.Script(); !strings.HasPrefix(got, `{Does: "step 1", Write: []byte{0x01, 0xb0, 0x00}, Read: []byte{0x00, 0x02, 0xff}},`) {
		t.Error(got)
	}
}

func TestChips(t *testing.T) {
	bus := Chips{0x70: func(w, r []byte) error { r[0] = w[0] + 1; return nil }}
	r := make([]byte, 1)
	if err := bus.Tx(0x70, []byte{4}, r); err != nil || r[0] != 5 {
		t.Errorf("% x, %v", r, err)
	}
	if err := bus.Tx(0x71, nil, r); !errors.Is(err, hw.ErrNoAnswer) || !strings.Contains(err.Error(), "0x71") {
		t.Error(err)
	}
}

func TestMemoryPort(t *testing.T) {
	RunPort(t, func(*testing.T) PortFixture {
		port, far := NewPort()
		return PortFixture{port, far, func() { far.Close() }}
	})
}

func TestStall(t *testing.T) {
	port, far := NewPort()
	far.Stall(true)
	if n, err := port.Write([]byte("x")); n != 0 || err != hw.ErrTimeout {
		t.Errorf("%d, %v", n, err)
	}
	far.Stall(false)
	if n, err := port.Write([]byte("x")); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}

func TestFarEndReadsRestAndThenEOF(t *testing.T) {
	port, far := NewPort()
	port.Write([]byte("bye"))
	port.Close()
	if b, err := io.ReadAll(far); string(b) != "bye" || err != nil {
		t.Errorf("%q, %v", b, err)
	}
}

func TestMemoryPortInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		port, far := NewPort()
		go func() {
			time.Sleep(time.Hour)
			far.Write([]byte("late"))
		}()
		start, b := time.Now(), make([]byte, 8)
		if n, err := port.Read(b, 2*time.Hour); string(b[:n]) != "late" || err != nil || time.Since(start) != time.Hour {
			t.Errorf("%q, %v after %v", b[:n], err, time.Since(start))
		}
		if _, err := port.Read(b, time.Hour); err != hw.ErrTimeout || time.Since(start) != 2*time.Hour {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows, columns := NewLines(2), NewLines(2)
		rows.OnWrite = func(levels uint64) { columns.Set(levels<<1, 0b11) }
		rows.Write(0b01, 0b11)
		if got, _ := columns.Read(); got != 0b10 {
			t.Errorf("columns %b", got)
		}
		if err := columns.Wait(time.Second); err != nil {
			t.Error(err)
		}
		if err := columns.Wait(time.Second); err != hw.ErrTimeout {
			t.Error(err)
		}
		columns.Fail(io.ErrUnexpectedEOF)
		if _, err := columns.Read(); err != io.ErrUnexpectedEOF {
			t.Error(err)
		}
	})
}

func TestPTYCarriesBothWays(t *testing.T) {
	master, path := OpenPTY(t)
	board, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer board.Close()
	go func() {
		line, _ := bufio.NewReader(board).ReadString('\n')
		io.WriteString(board, "echo:"+line)
	}()
	io.WriteString(master, "scan\n")
	if got, err := bufio.NewReader(master).ReadString('\n'); got != "echo:scan\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
