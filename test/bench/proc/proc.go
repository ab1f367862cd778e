// Package proc reads the resources of processes from Linux's /proc.
package proc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const root = "/proc"

// Resident returns the resident memory of a process, in bytes.
func Resident(pid int) (int64, error) {
	text, err := os.ReadFile(filepath.Join(root, strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, fmt.Errorf("reading the memory of a process: %w", err)
	}
	return parseResident(string(text))
}

func parseResident(status string) (int64, error) {
	for line := range strings.Lines(status) {
		value, ok := strings.CutPrefix(line, "VmRSS:")
		if !ok {
			continue
		}
		const kilo = 1024
		number, ok := strings.CutSuffix(strings.TrimSpace(value), " kB")
		size, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if !ok || err != nil || size <= 0 {
			return 0, fmt.Errorf("the memory of a process is %q", value)
		}
		return size * kilo, nil
	}
	return 0, errors.New("the memory of a process is unknown: it has ended, or this is not Linux")
}

// Descriptors returns the number of open files and connections of a process.
func Descriptors(pid int) (int, error) {
	entries, err := os.ReadDir(filepath.Join(root, strconv.Itoa(pid), "fd"))
	if err != nil {
		return 0, fmt.Errorf("counting the open files of a process: %w", err)
	}
	return len(entries), nil
}

// Load returns the load average of the last minute.
func Load() (float64, error) {
	text, err := os.ReadFile(filepath.Join(root, "loadavg"))
	if err != nil {
		return 0, fmt.Errorf("reading the load: %w", err)
	}
	return parseLoad(string(text))
}

func parseLoad(text string) (float64, error) {
	first, _, _ := strings.Cut(text, " ")
	load, err := strconv.ParseFloat(first, 64)
	if err != nil || load < 0 {
		return 0, fmt.Errorf("the load is %q", text)
	}
	return load, nil
}

// Busy returns the processor time of all processes since the machine was started.
func Busy() (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join(root, "stat"))
	if err != nil {
		return 0, fmt.Errorf("reading how busy the machine is: %w", err)
	}
	return parseBusy(string(text))
}

// parseBusy adds up the ticks in the first line, except idle ones (proc(5)).
func parseBusy(stat string) (time.Duration, error) {
	const (
		tick         = 10 * time.Millisecond
		idle, ioWait = 3, 4
		counted      = 8 // the fields after these are included in others
	)
	line, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(line)
	if len(fields) < counted+1 || fields[0] != "cpu" {
		return 0, fmt.Errorf("the times of the processors are %q", line)
	}
	var busy time.Duration
	for i, field := range fields[1 : counted+1] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil || ticks < 0 {
			return 0, fmt.Errorf("the times of the processors are %q", line)
		}
		if i != idle && i != ioWait {
			busy += time.Duration(ticks) * tick
		}
	}
	return busy, nil
}
