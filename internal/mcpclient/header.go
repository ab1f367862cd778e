package mcpclient

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/orielapps/oriel/ui"
)

// ownHeaders are set by the protocol; a server's user can't set them.
var ownHeaders = []string{
	"Accept", "Connection", "Content-Length", "Content-Type", "Last-Event-Id", "Mcp-Method", "Mcp-Name",
	"Mcp-Protocol-Version", "Mcp-Session-Id", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// checkHeader reports a header that can't be sent. It names no value.
func checkHeader(header http.Header) error {
	for name, values := range header {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return &ui.Error{
				Code:    "header_invalid",
				Message: fmt.Sprintf("%q is no name of an HTTP header.", clean(name)),
				Fix:     `Write headers as "Name: value", such as "Authorization: Bearer …".`,
			}
		case slices.Contains(ownHeaders, http.CanonicalHeaderKey(name)):
			return &ui.Error{
				Code:    "header_invalid",
				Message: fmt.Sprintf("The header %s is set by the protocol.", name),
				Fix:     "Leave it out.",
			}
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return &ui.Error{
					Code:    "header_invalid",
					Message: fmt.Sprintf("The value of the header %s has characters that HTTP doesn't allow.", name),
					Fix:     "Leave out line ends and other control characters.",
				}
			}
		}
	}
	return nil
}

// clean makes a server's text harmless and short enough for a sentence.
func clean(text string) string {
	const longest = 300
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))), " ")
	if runes := []rune(text); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return text
}
