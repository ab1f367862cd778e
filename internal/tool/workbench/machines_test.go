package workbench_test

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// otherMachine is the domain of names that seem to be other machines.
const otherMachine = ".machine.example"

// onOtherMachine returns an address at which a server of this machine is reached as if it
// were on another one.
func onOtherMachine(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + u.Port() + otherMachine + u.Path
}

// reachOtherMachines lets clients find such names, on this machine. They copy the default
// transport.
func reachOtherMachines() {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return
	}
	dial := transport.DialContext
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if port, found := strings.CutSuffix(strings.TrimSuffix(address, ":80"), otherMachine); found {
			address = net.JoinHostPort("127.0.0.1", port)
		}
		return dial(ctx, network, address)
	}
}
