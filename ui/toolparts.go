package ui

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Icon is a picture of a tool (MCP 2025-11-25, "Icons").
type Icon struct {
	// Src is an https URL or a data URL of an image.
	Src string `json:"src"`
	// MIMEType is the type of the picture where the source doesn't say.
	MIMEType string `json:"mimeType,omitempty"`
	// Sizes are such as "48x48", or "any" for a picture that scales.
	Sizes []string `json:"sizes,omitempty"`
	// Theme is "light" or "dark" for a picture made for one of them.
	Theme string `json:"theme,omitempty"`
}

func (i Icon) fault() string {
	u, err := url.Parse(i.Src)
	switch {
	case err != nil, u.Scheme != "https" && u.Scheme != "data", u.Scheme == "https" && u.Host == "",
		u.Scheme == "data" && !strings.HasPrefix(u.Opaque, "image/"):
		return fmt.Sprintf("Its source %.80q is neither an https URL nor a data URL of an image.", i.Src)
	case i.Theme != "" && i.Theme != "light" && i.Theme != "dark":
		return fmt.Sprintf("There is no theme %q.", i.Theme)
	}
	return ""
}

// SecurityType is a way to call a tool.
type SecurityType string

// The ways that ChatGPT knows.
const (
	NoAuth SecurityType = "noauth"
	OAuth2 SecurityType = "oauth2"
)

// SecurityScheme is one way in which a tool may be called. A tool with both
// [NoAuth] and [OAuth2] can be called without an account, and does more with
// one.
type SecurityScheme struct {
	Type SecurityType `json:"type"`
	// Scopes are what [OAuth2] has to grant.
	Scopes []string `json:"scopes,omitempty"`
}

// MarshalJSON writes the scheme as ChatGPT reads it: with a list of scopes for
// [OAuth2], also an empty one, and none for [NoAuth].
func (s SecurityScheme) MarshalJSON() ([]byte, error) {
	scheme := map[string]any{"type": s.Type}
	if s.Type == OAuth2 {
		scheme["scopes"] = append([]string{}, s.Scopes...)
	}
	return json.Marshal(scheme) //nolint:wrapcheck // it is encoding/json that asks
}

func (s SecurityScheme) fault() string {
	switch {
	case s.Type != NoAuth && s.Type != OAuth2:
		return fmt.Sprintf("There is no security scheme %q; use ui.NoAuth and ui.OAuth2.", s.Type)
	case s.Type == NoAuth && len(s.Scopes) > 0:
		return "Nothing grants scopes to a call without authorization."
	}
	for _, scope := range s.Scopes {
		if scope == "" || strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r == '"' || r == '\\' || r > '~' }) {
			return fmt.Sprintf("%q is not a scope (RFC 6749, section 3.3).", scope)
		}
	}
	return ""
}

// FileParam is a file that a person gave to the host, as a tool's argument.
// A parameter of this type is declared to ChatGPT, which puts the file there;
// other hosts leave it out, so it should be optional.
type FileParam struct {
	// DownloadURL gives the file's content, for a while.
	DownloadURL string `json:"download_url"`
	FileID      string `json:"file_id"`
	MIMEType    string `json:"mime_type,omitempty"`
	FileName    string `json:"file_name,omitempty"`
}

// checkFileParams reports a file parameter whose schema ChatGPT would refuse:
// an object with the required texts download_url and file_id, and mime_type and
// file_name as the only others it fills (OpenAI Apps SDK reference,
// "openai/fileParams").
func checkFileParams(t *Tool) error {
	if len(t.FileParams) == 0 {
		return nil
	}
	var input struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(t.InputSchema, &input) // a schema that isn't one has no properties
	for _, name := range t.FileParams {
		raw, ok := input.Properties[name]
		if !ok {
			return fileParamFault(t, name, "The input has no such member.")
		}
		var schema struct {
			Type       string                     `json:"type"`
			Required   []string                   `json:"required"`
			Properties map[string]json.RawMessage `json:"properties"`
		}
		_ = json.Unmarshal(raw, &schema)
		for _, member := range []string{"download_url", "file_id"} {
			if schema.Type != "object" || !slices.Contains(schema.Required, member) || schema.Properties[member] == nil {
				return fileParamFault(t, name, fmt.Sprintf("Its schema does not require %q.", member))
			}
		}
		for member := range schema.Properties {
			if slices.Contains(schema.Required, member) && member != "download_url" && member != "file_id" {
				return fileParamFault(t, name, fmt.Sprintf("Its schema requires %q, which ChatGPT does not always give.", member))
			}
		}
	}
	return nil
}

func fileParamFault(t *Tool, name, why string) error {
	return &Error{
		Code:    "file_param_invalid",
		Message: fmt.Sprintf("%q of the tool %q can't be a file parameter. %s", name, t.Name, why),
		Fix:     "Give the parameter the type oriel.FileParam.",
	}
}
