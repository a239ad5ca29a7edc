package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// BenchmarkKeep writes what one moment of play gives: a reading and two events; with a move, the game as well. Each is on
// the disk when it has been written.
func BenchmarkKeep(b *testing.B) {
	for _, journal := range []string{"wal", "delete"} {
		for _, move := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/move=%v", journal, move), func(b *testing.B) { benchKeep(b, journal, move) })
		}
	}
}

func benchKeep(b *testing.B, journal string, move bool) {
	path := filepath.Join(b.TempDir(), File)
	s, err := Open(path, Options{Journal: journal})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var id, n int64
	err = s.Update(func(t *Tx) (err error) {
		id, err = t.Begin(&Recording{Name: "r", Header: "trace 1\nsensor occupancy\n", Began: began})
		return err
	})
	g, err2 := parsed(scholar)
	if err = errors.Join(err, err2); err != nil {
		b.Fatal(err)
	}
	json := strings.Repeat("x", 150)
	b.ResetTimer()
	for i := range int64(b.N) {
		err := s.Update(func(t *Tx) error {
			r := sensors.Reading{T: 300 * i, Changes: []sensors.Change{{Square: square.Square(i & 63), To: sensors.Something}}}
			err := t.Readings(id, []sensors.Reading{r})
			if err == nil {
				err = t.Events(id, []Event{{n + 1, 300 * i, "sensors", json}, {n + 2, 300 * i, "leds", json}})
			}
			if err == nil && move {
				_, err = t.Save(&Played{Recording: id, Number: 1, PGN: g})
			}
			if err == nil {
				err = t.Told(id, 300*i, "")
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		n += 2
	}
	b.StopTimer()
	if info, err := os.Stat(path); err == nil {
		b.ReportMetric(float64(info.Size())/float64(b.N), "bytes/op")
	}
}

// BenchmarkImport takes games into the library.
func BenchmarkImport(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), File), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for i := 0; i < b.N; {
		err := s.Update(func(t *Tx) error {
			for range 500 {
				g, err := parsed(strings.Replace(scholar, "Anna", fmt.Sprint("Anna ", i), 1))
				if err == nil {
					_, err = t.Import(g, "x")
				}
				if i++; err != nil || i >= b.N {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
