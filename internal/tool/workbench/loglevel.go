package workbench

import (
	"context"
	"errors"
	"net/http"

	"github.com/orielapps/oriel/hosts"
)

type logLevelRequest struct {
	Server string         `json:"server"`
	Level  hosts.LogLevel `json:"level"`
}

// setLogLevel answers POST /api/loglevel: which log messages a server should send, on all of its
// connections and on those to come.
func (w *Workbench) setLogLevel(r *http.Request, in logLevelRequest) (any, error) {
	s, err := w.server(in.Server)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
	defer cancel()
	s.mu.Lock()
	s.level = in.Level
	connections := make([]*connection, 0, len(s.connections))
	for _, one := range s.connections {
		connections = append(connections, one)
	}
	s.mu.Unlock()
	var failures []error
	for _, one := range connections {
		if one.isDown() {
			later, end := context.WithTimeout(context.WithoutCancel(ctx), s.timeout)
			go func() {
				defer end()
				_ = one.client.SetLogLevel(later, in.Level) // it holds for the next session
			}()
			continue
		}
		failures = append(failures, one.client.SetLogLevel(ctx, in.Level))
	}
	return struct{}{}, errors.Join(failures...)
}
