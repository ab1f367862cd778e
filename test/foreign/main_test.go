// Package foreign_test looks at views of other development servers, in Chromium.
package foreign_test

import (
	"os"
	"testing"

	"github.com/orielapps/oriel/test/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browsertest.OneBrowser(m).Run()) }
