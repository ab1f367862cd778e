package workbench_test

import (
	"os"
	"strconv"
)

// runs reports whether a process is there.
func runs(pid string) bool {
	number, err := strconv.Atoi(pid)
	if err != nil {
		return false
	}
	process, err := os.FindProcess(number)
	if err != nil {
		return false
	}
	_ = process.Release()
	return true
}
