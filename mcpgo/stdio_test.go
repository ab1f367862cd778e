package mcpgo_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/server"

	"github.com/orielapps/oriel/mcpgo"
	"github.com/orielapps/oriel/ui"
)

// Over stdio, too, a view is in the form of the host that asks.
//
//nolint:paralleltest // mcp-go has one stdio session in a process
func TestStdio(t *testing.T) {
	for host, part := range map[string]string{"claude": `"resourceUri":"ui://server/forecast/`, "chatgpt": `"openai/outputTemplate"`} {
		s := existing()
		if err := mcpgo.AddView(s, "forecast", ui.HTML(page)); err != nil {
			t.Fatal(err)
		}
		t.Run(host, func(t *testing.T) {
			info, capabilities := introduction(t, host)
			ask := overPipe(t, s, info, capabilities)
			contains(t, host, string(listed(t, ask, "tools/list", "tools", "name")["forecast"]), []string{part}, "")
		})
	}
}

func overPipe(t *testing.T, s *server.MCPServer, info, capabilities string) line {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.NewStdioServer(s).Listen(ctx, fromClient, toClient); err != nil {
			t.Logf("the session ended: %v", err)
		}
	})
	t.Cleanup(func() {
		stop()
		if err := errors.Join(toServer.Close(), toClient.Close()); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	answers := make(chan []byte, 1)
	go func() {
		defer close(answers)
		for reader := bufio.NewReader(fromServer); ; {
			got, err := reader.ReadBytes('\n')
			if err != nil {
				return
			}
			if bytes.Contains(got, []byte(`"id":`)) { // not a notification
				answers <- got
			}
		}
	}()
	send := func(message string) {
		if _, err := io.WriteString(toServer, message+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	answer := func() []byte { return <-answers }
	send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":` + capabilities + `,"clientInfo":` + info + `}}`)
	answer()
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return func(request string) []byte {
		send(`{"jsonrpc":"2.0","id":1,"method":` + request + `}`)
		return answer()
	}
}
