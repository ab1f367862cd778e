// Package addresses judges the addresses that other programs name: where an IP address is, what can be part of a URL, and
// which URLs have the same origin.
package addresses
