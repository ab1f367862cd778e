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
	// program is the tunnel's program; empty means the first that is installed.
	program string
}

// IsBool tells kong that the flag needs no value.
func (*tunnelFlag) IsBool() bool { return true }

// Decode reads the flag's value, if it has one.
func (f *tunnelFlag) Decode(ctx *kong.DecodeContext) error {
	f.wanted = true
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	f.program, _ = ctx.Scan.Pop().Value.(string)
	if !slices.Contains(tunnel.Names(), f.program) {
		return fmt.Errorf("%q is not a known tunnel program; use one of %s", f.program, strings.Join(tunnel.Names(), ", "))
	}
	return nil
}

// openTunnel opens a tunnel to the app. It returns nil without the flag --tunnel.
func (c *devCommand) openTunnel(env *environment, loop *devloop.Loop, reporter *devReporter) (*tunnel.Tunnel, error) {
	if !c.Tunnel.wanted {
		return nil, nil //nolint:nilnil // no tunnel was asked for, which is no error
	}
	opening := reporter.progress("Opening a tunnel")
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

// watchTunnel reports the end of the tunnel. Everything else keeps running.
func watchTunnel(ctx context.Context, opened *tunnel.Tunnel, reporter *devReporter) {
	select {
	case <-ctx.Done():
	case <-opened.Ended():
		if ctx.Err() == nil {
			reporter.tunnelEnded(opened)
		}
	}
}

// qrCode draws an address as a QR code. It returns "" if the output is no terminal or
// too narrow.
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
