package app

import (
	"os"
	"runtime"
	"testing"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// waiting is how much isn't kept yet.
func (j *journal) waiting() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.queue)
}

// TestNoisyRecord: a contact that never rests for hours, in one game: what the record takes in memory and on the disk grows
// with the readings alone, and by little.
func TestNoisyRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	readings := 30_000
	if os.Getenv("JADOUBE_SLOW") != "" {
		readings = 400_000
	}
	d := quiet(t)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun := time.Now()
	for i := range readings {
		to := sensors.Nothing
		if i%2 == 1 {
			to = sensors.Something
		}
		d.take(sensors.Reading{T: int64(20*i + i/7%13), Changes: []sensors.Change{{Square: square.D5, To: sensors.Something - to}}})
		for i%1000 == 0 && d.journal.waiting() > 0 { // no board is faster than the disk for long
			time.Sleep(time.Millisecond)
		}
	}
	took := time.Since(begun)
	if err := d.halt(); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	disk := int64(0)
	for _, file := range files(t, d.data, "*") {
		if info, err := os.Stat(file); err == nil {
			disk += info.Size()
		}
	}
	memory := int64(after.HeapInuse) - int64(before.HeapInuse)
	const game = 24 << 20 // what is kept to read a game again, which is bounded
	if memory > game+40*int64(readings) || disk > 1<<20+48*int64(readings) {
		t.Errorf("%d readings take %d bytes of memory, %d on the disk", readings, memory, disk)
	}
	t.Logf("%d readings: %v, memory +%d bytes a reading, disk %d bytes a reading", readings, took, memory/int64(readings), disk/int64(readings))
	runtime.KeepAlive(d)
}
