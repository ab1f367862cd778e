package oriel

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

const (
	// devReportTimeout is how long an answer may wait until "oriel dev" has taken an error.
	devReportTimeout = time.Second
	// maxDevError and maxDevStack are how many bytes "oriel dev" gets of an error's text
	// and of a panic's stack.
	maxDevError = 16 << 10
	maxDevStack = 64 << 10
)

// devError is an error that clients don't see, for the author of the app.
type devError struct {
	ID     string `json:"id"` // the reference that clients see
	Method string `json:"method"`
	Name   string `json:"name"`
	Error  string `json:"error"`
	Stack  string `json:"stack,omitempty"` // of a panic
}

// report sends the error of a request to "oriel dev", which shows it in the terminal and the
// workbench. It reports whether that has worked; without "oriel dev" it does nothing.
func (d *development) report(ctx context.Context, id string, r *Request, reason error) bool {
	if d == nil {
		return false
	}
	body, err := json.Marshal(devError{
		ID: id, Method: string(r.Method), Name: r.name(),
		// Unlike reason.Error(), this survives an Error method that panics.
		Error: cut(fmt.Sprint(reason), maxDevError), Stack: cut(stackOf(reason), maxDevStack),
	})
	if err != nil {
		return false
	}
	// The request may have failed because its client has gone.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), devReportTimeout)
	defer cancel()
	return d.post(ctx, body) == nil
}

// post sends a body to the address for errors. Like get, it doesn't use http.Client.
func (d *development) post(ctx context.Context, body []byte) (err error) {
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", d.host)
	if err != nil {
		return fmt.Errorf("reporting an error to oriel dev: %w", err)
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	deadline, _ := ctx.Deadline()
	if err = connection.SetDeadline(deadline); err != nil {
		return fmt.Errorf("reporting an error to oriel dev: %w", err)
	}
	var request bytes.Buffer
	_, _ = fmt.Fprintf(&request, "POST %s/errors HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		d.path, d.host, len(body), body) // a buffer takes all
	if _, err = connection.Write(request.Bytes()); err != nil {
		return fmt.Errorf("reporting an error to oriel dev: %w", err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return fmt.Errorf("reporting an error to oriel dev: %w", err)
	}
	defer func() { _ = response.Body.Close() }() // it is not read
	if response.StatusCode != http.StatusNoContent {
		return fmt.Errorf("%w: status %s", errNoDev, response.Status)
	}
	return nil
}
