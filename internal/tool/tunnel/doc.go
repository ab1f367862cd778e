// Package tunnel gives a server on this machine a public address, by a program that
// is installed: cloudflared, which needs no account, or ngrok.
package tunnel
