// Package connector finds out when an assistant has stored an old version of a server's lists,
// and what a person has to do then.
//
// Assistants store a server's lists when it is connected: Claude until the connector is removed
// and added again, ChatGPT until it is refreshed. Changed code needs neither, changed metadata
// does.
package connector
