package proc

import (
	"os"
	"testing"
	"time"
)

func TestParseResident(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"Name:\tx\nVmHWM:\t  99 kB\nVmRSS:\t   11812 kB\nThreads:\t9\n": 11812 * 1024,
		"VmRSS:\t0 kB\n":               0,
		"VmRSS:\t12 MB\n":              0,
		"VmRSS:\tmuch kB\n":            0,
		"VmRSS:\n":                     0,
		"Name:\tx\nState:\tZ (zombie)": 0,
		"":                             0,
	} {
		if got, err := parseResident(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
}

func TestParseLoad(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"6.46 4.76 2.59 2/175 10788\n": 6.46, "0.00 0 0": 0, "": -1, "busy": -1, "-1 0": -1} {
		if got, err := parseLoad(text); (err == nil) != (want >= 0) || err == nil && got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestParseBusy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		// user nice system idle iowait irq softirq steal guest guest_nice
		"cpu  1 2 4 8 16 32 64 128 256 512\ncpu0 1 1 1 1 1 1 1 1 1 1\n": (1 + 2 + 4 + 32 + 64 + 128) * 10 * time.Millisecond,
		"cpu 0 0 0 5 0 0 0 0":   0,
		"cpu 1 2 3":             -1,
		"cpu 1 2 x 4 5 6 7 8":   -1,
		"cpu 1 2 -3 4 5 6 7 8":  -1,
		"intr 1 2 3 4 5 6 7 8 ": -1,
		"":                      -1,
	} {
		if got, err := parseBusy(text); (err == nil) != (want >= 0) || err == nil && got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// What is read of this very process is what it does.
func TestOwnTime(t *testing.T) {
	t.Parallel()
	read := func() time.Duration {
		used, err := CPU(os.Getpid())
		if err != nil || used <= 0 {
			t.Fatalf("%v, %v", used, err)
		}
		return used
	}
	before := read()
	for began := time.Now(); read() < before+10*time.Millisecond; {
		if time.Since(began) > time.Minute {
			t.Fatalf("a minute of work took %v of a processor", read()-before)
		}
	}
}

func TestOwnProcess(t *testing.T) {
	t.Parallel()
	if resident, err := Resident(os.Getpid()); err != nil || resident < 1<<20 {
		t.Errorf("resident: %d, %v", resident, err)
	}
	if open, err := Descriptors(os.Getpid()); err != nil || open < 3 {
		t.Errorf("descriptors: %d, %v", open, err)
	}
	if load, err := Load(); err != nil || load < 0 {
		t.Errorf("load: %v, %v", load, err)
	}
	if busy, err := Busy(); err != nil || busy <= 0 {
		t.Errorf("busy: %v, %v", busy, err)
	}
}

func TestNoProcess(t *testing.T) {
	t.Parallel()
	const nobody = 1 << 22 // one more than Linux gives
	if _, err := CPU(nobody); err == nil {
		t.Error("nobody takes time")
	}
	if _, err := Resident(nobody); err == nil {
		t.Error("nobody takes memory")
	}
	if _, err := Descriptors(nobody); err == nil {
		t.Error("nobody opens files")
	}
}
