package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// FirstView returns the URI of the view of a server's first tool.
func FirstView(ctx context.Context, target Target) (uri string, err error) {
	connection, err := Dial(ctx, target.Address)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	if err = connection.SetDeadline(time.Now().Add(requestTimeout)); err != nil {
		return "", err
	}
	request, err := Call{Protocol: Modern, Method: ListTools}.Request(target.Address, target.Path, "")
	if err != nil {
		return "", err
	}
	a, err := connection.Do(request)
	if err != nil {
		return "", err
	}
	var m struct {
		Result struct {
			Tools []struct {
				Meta struct {
					UI struct {
						URI string `json:"resourceUri"`
					} `json:"ui"`
				} `json:"_meta"`
			} `json:"tools"`
		} `json:"result"`
	}
	if err = json.Unmarshal(a.Body, &m); err != nil {
		return "", fmt.Errorf("reading the tools: %w", err)
	}
	for _, t := range m.Result.Tools {
		if t.Meta.UI.URI != "" {
			return t.Meta.UI.URI, nil
		}
	}
	return "", fmt.Errorf("no tool has a view: %s", a.Body)
}

// First connects to a server, makes a call, and checks the answer.
func First(ctx context.Context, target Target, call Call, want Want) error {
	w, err := target.worker(ctx, call, want)
	if err != nil {
		return err
	}
	w.next = firstNumber
	return errors.Join(w.once(), w.connection.Close())
}

// Abandon sends a request and disconnects without waiting for the answer.
func Abandon(ctx context.Context, target Target, call Call) error {
	w, err := target.worker(ctx, call, Want{})
	if err != nil {
		return err
	}
	_, err = w.connection.conn.Write(w.requests[0].bytes)
	return errors.Join(err, w.connection.Close())
}
