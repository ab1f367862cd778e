package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/mdp/qrterminal/v3"
	"rsc.io/qr"

	"github.com/orielapps/oriel/internal/tool/devloop"
	"github.com/orielapps/oriel/internal/tool/terminal"
	"github.com/orielapps/oriel/internal/tool/tunnel"
)

// tunnelFlag is --tunnel, or --tunnel=PROGRAM.
type tunnelFlag struct {
	wanted bool
	// program is which one; empty is the first that is installed.
	program string
}

// IsBool says that the flag needs no value.
func (*tunnelFlag) IsBool() bool { return true }

// Decode reads the flag's value, if it has one.
func (f *tunnelFlag) Decode(ctx *kong.DecodeContext) error {
	f.wanted = true
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	f.program, _ = ctx.Scan.Pop().Value.(string)
	if !slices.Contains(tunnel.Names(), f.program) {
		return fmt.Errorf("%q is not a known program for tunnels; use one of %s", f.program, strings.Join(tunnel.Names(), ", "))
	}
	return nil
}

// openTunnel makes the app known to the world, if that is asked for. It returns nil
// where it is not.
func (c *devCommand) openTunnel(env *environment, loop *devloop.Loop, teller *devTeller) (*tunnel.Tunnel, error) {
	if !c.Tunnel.wanted {
		return nil, nil //nolint:nilnil // there is none, and nothing wrong with that
	}
	opening := teller.under("Opening a tunnel")
	defer opening()
	opened, err := tunnel.Open(env.ctx, tunnel.Options{Address: loop.Address().String(), Program: c.Tunnel.program, Environ: env.environ})
	if err != nil {
		return nil, err
	}
	if err := loop.Publish(opened.URL); err != nil {
		opened.Close()
		return nil, err
	}
	return opened, nil
}

// watchTunnel tells when the tunnel is gone, which keeps nothing else from working.
func watchTunnel(ctx context.Context, opened *tunnel.Tunnel, teller *devTeller) {
	select {
	case <-ctx.Done():
	case <-opened.Ended():
		if ctx.Err() == nil {
			teller.tunnelEnded(opened)
		}
	}
}

// qrCode draws an address for the camera of a telephone, where there is room for it;
// else it returns nothing.
func qrCode(t *terminal.Terminal, address string) string {
	const quiet = 2
	code, err := qr.Encode(address, qr.L)
	if err != nil || !t.Interactive() || t.Width() < code.Size+2*quiet+1 {
		return ""
	}
	var drawing strings.Builder
	qrterminal.GenerateWithConfig(address, qrterminal.Config{
		Level: qr.L, Writer: &drawing, QuietZone: quiet, HalfBlocks: true,
		BlackChar: qrterminal.BLACK_BLACK, WhiteChar: qrterminal.WHITE_WHITE,
		BlackWhiteChar: qrterminal.BLACK_WHITE, WhiteBlackChar: qrterminal.WHITE_BLACK,
	})
	return drawing.String()
}
