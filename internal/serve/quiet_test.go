package serve

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestSDKLoggerKeepsToWarnings(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	logger := sdkLogger(slog.New(slog.NewTextHandler(&out, nil))).With("session", "x").WithGroup("g")
	logger.Info("connecting")
	logger.Error("broken", "k", "v")
	if got := out.String(); strings.Contains(got, "connecting") || !strings.Contains(got, "broken") || !strings.Contains(got, "g.k=v") {
		t.Errorf("logged %q", got)
	}
	sdkLogger(nil).Error("nobody listens")
}
