package trace

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzRead: nothing panics, and what is read can be written and is then read the same.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"", "trace 1\n", head, head + "5 -e2\n5 +e4\n5 press white\n5 press gap 4\n5 -d2", chead + "1 +e2b\n2 +e7w # x\n",
		phead + "scan 80\nfen 8/8/8/8/8/8/8/K6k w - - 0 1\nWhite x # y\n1 +e2q\n1 -e2\n1 press arbiter a b\n\x00\x00",
		head + "5 press claim-white fifty e2e4\n6 press gap 99\n", "\ufefftrace 1\r\nsensor piece\r\nlever yes\r\n0 -a1\r\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		first, err := Read("x", bytes.NewReader(in))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := first.Write(&out); err != nil {
			t.Fatalf("%v\n%q", err, in)
		}
		second, err := Read("y", bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%v\n%q\n%s", err, in, out.Bytes())
		}
		if !reflect.DeepEqual(first.Header, second.Header) || first.Final() != second.Final() {
			t.Fatalf("not the same:\n%q\n%s", in, out.Bytes())
		}
	})
}

func BenchmarkRead(b *testing.B) {
	var text bytes.Buffer
	text.WriteString(head)
	for range 20000 {
		text.WriteString("1000 -e2\n1000 press white\n1000 +e2\n")
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read("x", bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
