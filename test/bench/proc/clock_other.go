//go:build !linux

package proc

import (
	"errors"
	"time"
)

// CPU is only supported on Linux.
func CPU(int) (time.Duration, error) {
	return 0, errors.New("servers are measured on Linux only")
}
