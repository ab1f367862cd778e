package schema

import (
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

const formatDateTime = "date-time"

// format is a format that is validated.
type format struct {
	fits func(text string) bool
	want string // what would fit, after "must be"
}

var formats = map[string]format{
	formatDateTime: {isDateTime, `a date and time such as "2026-01-26T09:30:00Z"`},
	"date":         {isDate, `a date such as "2026-01-26"`},
	"time":         {isTime, `a time such as "09:30:00Z"`},
	"email":        {isEmail, `an email address such as "ada@example.com"`},
	"uri":          {isURI, `an absolute URI such as "https://example.com/a"`},
	"uuid":         {isUUID, `a UUID such as "9b2ec5a2-0f2f-4b6e-8d0f-6c2a3f3f1c11"`},
	"ipv4":         {isIPv4, `an IPv4 address such as "192.0.2.1"`},
	"ipv6":         {isIPv6, `an IPv6 address such as "2001:db8::1"`},
}

// otherFormats are formats of the standard that are not validated.
var otherFormats = []string{
	"duration", "hostname", "idn-email", "idn-hostname", "iri", "iri-reference", "json-pointer", "regex",
	"relative-json-pointer", "uri-reference", "uri-template",
}

func isDateTime(text string) bool {
	_, err := time.Parse(time.RFC3339Nano, text)
	return err == nil && isStrict(text)
}

// isStrict refuses what package time accepts: "T9:30:00", "00,5", and time zones a day away.
// It doesn't check dates and times of day.
func isStrict(text string) bool {
	const seconds = "0000-00-00T00:00:00"
	if len(text) <= len(seconds) || !isLike(text[:len(seconds)], seconds) {
		return false
	}
	zone := text[len(seconds):]
	if zone[0] == '.' {
		fraction := zone
		zone = strings.TrimLeft(fraction[1:], "0123456789")
		if zone == fraction[1:] {
			return false
		}
	}
	if zone == "Z" {
		return true
	}
	return (isLike(zone, "+00:00") || isLike(zone, "-00:00")) && zone[1:3] < "24" && zone[4:] < "60"
}

// isLike reports whether a text has a digit for each zero of the form, and is otherwise
// equal to it.
func isLike(text, form string) bool {
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if form[i] == '0' && !isDigit(text[i]) || form[i] != '0' && text[i] != form[i] {
			return false
		}
	}
	return true
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

func isTime(text string) bool { return isDateTime("2000-01-01T" + text) }

// isEmail accepts only bare addresses, not "Ada <ada@example.com>".
func isEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	return err == nil && address.Address == text
}

func isURI(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.IsAbs() && !strings.ContainsAny(text, " \"<>\\^`{|}")
}

func isUUID(text string) bool {
	const form = "00000000-0000-0000-0000-000000000000"
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if isHex := isHexDigit(text[i]); isHex != (form[i] == '0') || !isHex && text[i] != form[i] {
			return false
		}
	}
	return true
}

func isIPv4(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is4()
}

func isIPv6(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is6() && address.Zone() == ""
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHexDigit(b byte) bool { return isDigit(b) || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F') }
