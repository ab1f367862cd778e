package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/orielapps/oriel/state/sqlite"
)

// childVariable makes the test's program one of the programs below, which tests start
// as processes of their own.
const childVariable = "ORIEL_SQLITE_TEST_CHILD"

func TestMain(m *testing.M) {
	programs := map[string]func(path string) error{"writer": writeForever, "counter": count, "denied": openDenied}
	program := programs[os.Getenv(childVariable)]
	if program == nil {
		os.Exit(m.Run())
	}
	if err := program(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// openDenied opens a file that this process must not write.
func openDenied(path string) error {
	store, err := sqlite.Open(path)
	if err == nil {
		_ = store.Close()
		return errors.New("it is opened")
	}
	if !errors.Is(err, sqlite.ErrReadOnly) {
		return fmt.Errorf("another error: %w", err)
	}
	_, err = fmt.Fprintln(os.Stdout, "denied:", err)
	return err
}
