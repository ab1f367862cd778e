// Package connector tells when what an assistant has stored of a server is no
// longer what the server says, and what a person has to do about it.
//
// Assistants read a server's lists when it is connected, and keep them: Claude until
// the connector is removed and added again, ChatGPT until somebody refreshes it. A
// change of code needs neither, a change of metadata does.
package connector
