package hooks_test

import (
	"os"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }
