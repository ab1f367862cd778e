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

// CheckHeader reports a header that can't be sent to a server, or isn't its
// user's to set: "header_invalid". The value is a secret: it is in no error.
func CheckHeader(name, value string) *ui.Error {
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return &ui.Error{
			Code:    "header_invalid",
			Message: fmt.Sprintf("%q can't name a header.", clean(name)),
			Fix:     `Use letters, digits and "-", as in "X-Api-Key".`,
		}
	case slices.Contains(ownHeaders, http.CanonicalHeaderKey(name)):
		return &ui.Error{
			Code:    "header_invalid",
			Message: fmt.Sprintf("The header %s belongs to the protocol.", name),
			Fix:     "Leave it out.",
		}
	case !httpguts.ValidHeaderFieldValue(value):
		return &ui.Error{
			Code:    "header_invalid",
			Message: fmt.Sprintf("The value of the header %s has a character that can't be sent, such as a line break.", name),
			Fix:     "See where the value comes from; a file's last line break is a usual cause.",
		}
	default:
		return nil
	}
}

func checkHeaders(header http.Header) error {
	for name, values := range header {
		if err := CheckHeader(name, ""); err != nil {
			return err
		}
		for _, value := range values {
			if err := CheckHeader(name, value); err != nil {
				return err
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
