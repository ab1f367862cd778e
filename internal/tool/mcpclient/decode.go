package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const (
	// maxBatch is how many messages one batch may hold.
	maxBatch = 1000
	// noiseHead is how much of what is no message is recorded, in bytes.
	noiseHead = 4 << 10
)

// note is what is wrong with a message that is good enough to go on. It
// travels in the message's Extra.
type note string

// decode reads a line or an event: a message, or a batch of them as protocol
// 2025-03-26 has it. What is no message is handed to noise.
func decode(data []byte, noise func(text []byte, why string)) []jsonrpc.Message {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return nil
	}
	if data[0] != '[' {
		return decodeOne(data, "", noise)
	}
	var messages []jsonrpc.Message
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		noise(data, err.Error())
		return nil
	}
	var batch []json.RawMessage
	for decoder.More() {
		var one json.RawMessage
		err := decoder.Decode(&one)
		if err == nil && len(batch) == maxBatch {
			err = fmt.Errorf("the batch holds more than %d messages", maxBatch)
		}
		if err != nil {
			noise(data, err.Error())
			return nil
		}
		batch = append(batch, one)
	}
	if len(batch) == 0 {
		noise(data, "the batch is empty")
	}
	for _, one := range batch {
		messages = append(messages, decodeOne(one, "It came in a batch, which MCP has only in 2025-03-26.", noise)...)
	}
	return messages
}

func decodeOne(data []byte, remark note, noise func(text []byte, why string)) []jsonrpc.Message {
	if !utf8.Valid(data) {
		data = bytes.ToValidUTF8(data, []byte(string(utf8.RuneError)))
		remark = join(remark, "It held bytes that are no UTF-8; they were replaced.")
	}
	message, err := jsonrpc.DecodeMessage(data)
	if err != nil {
		noise(data, err.Error())
		return nil
	}
	if remark != "" {
		switch message := message.(type) {
		case *jsonrpc.Request:
			message.Extra = remark
		case *jsonrpc.Response:
			message.Extra = remark
		}
	}
	return []jsonrpc.Message{message}
}

func join(notes ...note) note {
	var texts []string
	for _, one := range notes {
		if one != "" {
			texts = append(texts, string(one))
		}
	}
	return note(strings.Join(texts, " "))
}

// noiseMessage is the record of what a server wrote that is no message.
func noiseMessage(text []byte, why string) Message {
	head := text[:min(len(text), noiseHead)]
	body, err := json.Marshal(map[string]string{"text": strings.ToValidUTF8(string(head), "�")})
	if err != nil {
		body = nil // a string can always be written
	}
	if len(text) > len(head) {
		why += fmt.Sprintf("; these are the first %d of %d bytes", len(head), len(text))
	}
	return Message{Time: time.Now(), Direction: Received, Kind: Noise, Body: body, Note: "This is no JSON-RPC message: " + why + "."}
}

var errEntries = errors.New("it is no list of the kind that was asked for")

// readPage reads one answer to a list request: the entries below member, at
// most room of them, and the cursor of the next page.
func readPage(raw json.RawMessage, member string, room int) (entries []json.RawMessage, cursor string, err error) {
	// Nothing is kept of what was not asked for: an answer of a few MiB may hold
	// millions of empty members.
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, "", errEntries
	}
	found := false
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, "", errEntries
		}
		switch key {
		case member:
			if entries, err = readEntries(decoder, room); err != nil {
				return nil, "", err
			}
			found = true
		case "nextCursor":
			var text *string
			if decoder.Decode(&text) != nil {
				return nil, "", errEntries
			}
			if text != nil {
				cursor = *text
			}
		default:
			var other json.RawMessage
			if decoder.Decode(&other) != nil {
				return nil, "", errEntries
			}
		}
	}
	if !found {
		return nil, "", errEntries
	}
	return entries, cursor, nil
}

func readEntries(decoder *json.Decoder, room int) ([]json.RawMessage, error) {
	if token, err := decoder.Token(); err != nil || token != json.Delim('[') {
		return nil, errEntries
	}
	var entries []json.RawMessage
	for decoder.More() {
		var one json.RawMessage
		if decoder.Decode(&one) != nil {
			return nil, errEntries
		}
		if len(entries) == room {
			return nil, fmt.Errorf("it has more than %d entries", maxEntries)
		}
		entries = append(entries, one)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errEntries
	}
	return entries, nil
}
