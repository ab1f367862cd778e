//go:build unix

package workbench_test

import (
	"strconv"
	"syscall"
)

// runs reports whether a process is there.
func runs(pid string) bool {
	number, err := strconv.Atoi(pid)
	return err == nil && syscall.Kill(number, 0) == nil
}
