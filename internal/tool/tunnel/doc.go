// Package tunnel gives a server on this machine a public address, with an installed program:
// cloudflared, which needs no account, or ngrok.
package tunnel
