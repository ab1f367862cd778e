package proc

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// CPU returns the processor time of a process, in user code and in the kernel, for all its threads. It is exact to the
// nanosecond; /proc only has steps of 10 ms, or single threads.
func CPU(pid int) (time.Duration, error) {
	// the id of the process's clock, as computed by clock_getcpuclockid(3)
	const kindBits, scheduler = 3, 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid)<<kindBits|scheduler, &t); err != nil { //nolint:gosec // a process id has 22 bits
		return 0, fmt.Errorf("reading the processor time of a process: %w", err)
	}
	return time.Duration(t.Nano()), nil
}
