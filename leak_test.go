package oriel

import (
	"os"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	if os.Getenv(runVariable) != "" {
		runProgram()
		return
	}
	goleak.VerifyTestMain(m)
}
