package store

import (
	"reflect"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"

	"pgregory.net/rapid"
)

func readings() *rapid.Generator[[]sensors.Reading] {
	return rapid.Custom(func(t *rapid.T) (list []sensors.Reading) {
		at := int64(0)
		for range rapid.IntRange(1, 40).Draw(t, "n") {
			at += rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64Range(0, 1<<40)).Draw(t, "pause")
			r := sensors.Reading{T: at}
			for _, s := range rapid.SliceOfNDistinct(rapid.Uint8Range(0, 63), 0, 64, rapid.ID).Draw(t, "squares") {
				r.Changes = append(r.Changes, sensors.Change{Square: square.Square(s), To: sensors.Contact(rapid.Uint8Range(0, 15).Draw(t, "to"))})
			}
			if rapid.Bool().Draw(t, "gap") {
				r.Gap = rapid.Int64Range(1, 1<<40).Draw(t, "ms")
			}
			if rapid.Bool().Draw(t, "press") {
				r.Press = &sensors.Press{Key: "arbiter", Args: rapid.SampledFrom([]string{"", "two words", "ö"}).Draw(t, "args")}
			}
			list = append(list, r)
		}
		return list
	})
}

func TestPacketsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := readings().Draw(t, "readings")
		at, data := pack(want)
		got, err := unpack(at, data)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\n%v\n%v", err, got, want)
		}
		// A packet that was cut gives what stands before the cut.
		cut := rapid.IntRange(0, len(data)-1).Draw(t, "cut")
		part, _ := unpack(at, data[:cut])
		if len(part) > len(want) || len(part) > 0 && !reflect.DeepEqual(part, want[:len(part)]) {
			t.Fatalf("cut at %d: %v", cut, part)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	_, data := pack([]sensors.Reading{{T: 5, Changes: []sensors.Change{{Square: 12, To: sensors.Something}}, Gap: 7, Press: &sensors.Press{Key: "new", Args: "here"}}})
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		list, _ := unpack(0, data)
		for i := 1; i < len(list); i++ {
			if list[i].T < list[i-1].T {
				t.Fatal("time runs backwards")
			}
		}
	})
}

// TestCompact: putting packets together changes nothing but their number; a lost one is told.
func TestCompact(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	for at := range int64(3000) {
		update(t, s, func(tx *Tx) error {
			return tx.Readings(id, []sensors.Reading{{T: 10 + 50*at, Changes: []sensors.Change{{Square: square.Square(at & 63), To: sensors.Contact(at & 1)}}}})
		})
		if testing.Short() && at > 50 {
			break
		}
	}
	before, err := s.Readings(id)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error { return tx.Compact(id) })
	after, err := s.Readings(id)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("%d readings became %d: %v", len(before), len(after), err)
	}
	var packets, size int
	if err := s.db.QueryRow("SELECT count(*), sum(length(data)) FROM readings").Scan(&packets, &size); err != nil || packets != 1 {
		t.Errorf("%d packets, %v", packets, err)
	}
	t.Logf("%.1f bytes a reading", float64(size)/float64(len(after)))
	update(t, s, func(tx *Tx) error {
		return tx.exec("UPDATE readings SET seq = 2 WHERE recording = ?", id)
	})
	if list, err := s.Readings(id); err == nil || len(list) != 0 {
		t.Errorf("a packet was lost: %v", err)
	}
}
