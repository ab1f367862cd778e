package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Content is what a view shows. The implementations are [HTML], [Built], [File],
// [Folder], [URL] and [RemoteDOM]; other packages can't add any.
type Content interface {
	// validate returns an error if the content can't be shown.
	validate() error
	// source changes with the content. Its hash is part of the view's URI, because hosts
	// cache a view by its URI.
	source() string
}

// HTML is a complete HTML5 document, or a fragment that an adapter completes.
type HTML string

// Built is a document that "oriel generate" has made from a folder of sources. The Go
// file that it generates declares one per view.
type Built struct {
	// Name is the folder's name: "forecast" for views/forecast.
	Name string
	// HTML is the document, with script and style inlined.
	HTML string
}

// File is a document in a file system, for example one that another bundler has written
// and go:embed has put into the binary. It is read when the view is declared.
type File struct {
	FS   fs.FS
	Path string
}

// URL is a web page that is shown in a frame. It must be an absolute https URL; http is
// accepted for loopback addresses only. On hosts without frames, a page with the link
// takes its place.
type URL string

// RemoteDOM is a script that builds its interface from the host's components. Only legacy
// MCP-UI hosts support it; on all others, a page says so.
type RemoteDOM struct {
	Script    string
	Framework Framework
}

// Framework is the component set of a [RemoteDOM] script.
type Framework string

// The frameworks that MCP-UI names. The zero value means [WebComponents].
const (
	WebComponents Framework = "webcomponents"
	React         Framework = "react"
)

func (c HTML) validate() error { return nonEmpty(string(c), "HTML") }

func (c HTML) source() string { return string(c) }

func (c Built) validate() error {
	if err := nonEmpty(c.HTML, "built document"); err != nil {
		return &Error{
			Code:    "view_without_content",
			Message: fmt.Sprintf("The built document of the view %q is empty.", c.Name),
			Fix:     `Run "oriel generate" and commit what it writes.`,
		}
	}
	return nil
}

func (c Built) source() string { return c.HTML }

func (c File) validate() error {
	_, err := c.read()
	return err
}

func (c File) source() string { return c.Path }

// read returns the file's text, which replaces the File in a view.
func (c File) read() (HTML, error) {
	if c.FS == nil || c.Path == "" {
		return "", &Error{
			Code:    "view_without_content",
			Message: "The view's file has no file system or no path.",
			Fix:     "Set both FS and Path of ui.File.",
		}
	}
	text, err := fs.ReadFile(c.FS, c.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &Error{
			Code:    "view_file_missing",
			Message: fmt.Sprintf("The view's file %q does not exist.", c.Path),
			Fix:     "Build the view before the Go program, or correct the path; it is relative to the go:embed folder.",
		}
	}
	if err != nil {
		return "", fmt.Errorf("reading the view's file %q: %w", c.Path, err)
	}
	return HTML(text), nonEmpty(string(text), "file "+c.Path)
}

func (c URL) validate() error {
	fault := c.fault()
	if fault == "" {
		return nil
	}
	return &Error{
		Code:    "view_url_invalid",
		Message: fmt.Sprintf("The view's URL %.120q can't be shown in a frame: it %s.", string(c), fault),
		Fix: "Give an absolute https URL with an ASCII host name and without user name or password; " +
			"http is accepted for loopback addresses only.",
	}
}

// maxURL is the maximum length of a URL in common browsers, in bytes.
const maxURL = 1 << 16

func (c URL) fault() string {
	if len(c) > maxURL {
		return fmt.Sprintf("has more than %d bytes", maxURL)
	}
	// These could mislead a person who sees the address, or break the markup around it.
	if at := strings.IndexFunc(string(c), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("\\\"<>", r)
	}); at >= 0 {
		r, _ := utf8.DecodeRuneInString(string(c[at:]))
		return "contains " + strconv.QuoteRuneToASCII(r)
	}
	u, err := url.Parse(string(c))
	switch {
	case !utf8.ValidString(string(c)), err != nil:
		return "is not a URL"
	case u.User != nil:
		return "contains a user name"
	case strings.HasPrefix(u.Host, "*"):
		return "has a wildcard"
	}
	return sourceFault(u.Scheme+"://"+u.Host, []string{"https", "http"})
}

func (c URL) source() string { return string(c) }

func (c RemoteDOM) validate() error {
	switch c.Framework {
	case "", WebComponents, React:
		return nonEmpty(c.Script, "remote DOM script")
	default:
		return &Error{
			Code:    "remote_dom_framework_unknown",
			Message: fmt.Sprintf("No host knows the remote DOM framework %q.", c.Framework),
			Fix:     "Use ui.WebComponents or ui.React.",
		}
	}
}

func (c RemoteDOM) source() string { return string(c.Framework) + "\n" + c.Script }

func nonEmpty(text, what string) error {
	if strings.TrimSpace(text) != "" {
		return nil
	}
	return &Error{
		Code:    "view_without_content",
		Message: fmt.Sprintf("The view's %s is empty.", what),
		Fix:     "Give it something to show.",
	}
}
