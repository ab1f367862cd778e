package proc

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// CPU is the time that processors have worked for a process, in user code and in
// the kernel, all of its threads together, to the nanosecond. What /proc tells of
// it is in steps of 10 ms, or of one thread.
func CPU(pid int) (time.Duration, error) {
	// The clock of a process, as clock_getcpuclockid(3) names it.
	const kindBits, scheduler = 3, 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid)<<kindBits|scheduler, &t); err != nil { //nolint:gosec // a process id has 22 bits
		return 0, fmt.Errorf("reading the processor time of a process: %w", err)
	}
	return time.Duration(t.Nano()), nil
}
