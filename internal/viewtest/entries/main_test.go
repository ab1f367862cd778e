package entries_test

import (
	"os"
	"testing"

	"github.com/orielapps/oriel/internal/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }
