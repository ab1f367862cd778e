package ui

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Icon is an icon (MCP 2025-11-25, "Icons").
type Icon struct {
	// Src is an https URL, or a data URL of an image.
	Src string `json:"src"`
	// MIMEType is the type of the image, if Src doesn't tell.
	MIMEType string `json:"mimeType,omitempty"`
	// Sizes are sizes such as "48x48", or "any" for a scalable image.
	Sizes []string `json:"sizes,omitempty"`
	// Theme is "light" or "dark" for an image made for that theme.
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

// The ways that ChatGPT supports.
const (
	NoAuth SecurityType = "noauth"
	OAuth2 SecurityType = "oauth2"
)

// SecurityScheme is one way in which a tool may be called. A tool with both [NoAuth] and
// [OAuth2] can be called without an account, and does more with one.
type SecurityScheme struct {
	Type SecurityType `json:"type"`
	// Scopes are the scopes that [OAuth2] has to grant.
	Scopes []string `json:"scopes,omitempty"`
}

// MarshalJSON encodes the scheme for ChatGPT: with a list of scopes for [OAuth2], even an
// empty one, and without for [NoAuth].
func (s SecurityScheme) MarshalJSON() ([]byte, error) {
	scheme := map[string]any{"type": s.Type}
	if s.Type == OAuth2 {
		scheme["scopes"] = append([]string{}, s.Scopes...)
	}
	return json.Marshal(scheme) //nolint:wrapcheck // encoding/json wraps it
}

// SecurityFault returns why ways to use something can't be declared, or "".
func SecurityFault(ways []SecurityScheme) string {
	for _, way := range ways {
		if why := way.fault(); why != "" {
			return why
		}
	}
	return ""
}

func (s SecurityScheme) fault() string {
	switch {
	case s.Type != NoAuth && s.Type != OAuth2:
		return fmt.Sprintf("There is no security scheme %q; use ui.NoAuth and ui.OAuth2.", s.Type)
	case s.Type == NoAuth && len(s.Scopes) > 0:
		return "A call without authorization can't have scopes."
	}
	for _, scope := range s.Scopes {
		if scope == "" || strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r == '"' || r == '\\' || r > '~' }) {
			return fmt.Sprintf("%q is not a scope (RFC 6749, section 3.3).", scope)
		}
	}
	return ""
}

// FileParam is a file that a person gave to the host, as a field of a tool's input.
// ChatGPT sets such fields; other hosts leave them out, so they should be optional.
type FileParam struct {
	// DownloadURL is a temporary URL of the file's content.
	DownloadURL string `json:"download_url"`
	FileID      string `json:"file_id"`
	MIMEType    string `json:"mime_type,omitempty"`
	FileName    string `json:"file_name,omitempty"`
}

// checkFileParams returns an error for a file parameter whose schema ChatGPT would
// refuse: an object with the required strings download_url and file_id, and no others but
// mime_type and file_name (OpenAI Apps SDK reference, "openai/fileParams").
func checkFileParams(t *Tool) error {
	if len(t.FileParams) == 0 {
		return nil
	}
	var input struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(t.InputSchema, &input) // an invalid schema has no properties
	for _, name := range t.FileParams {
		raw, ok := input.Properties[name]
		if !ok {
			return fileParamFault(t, name, "The input has no such field.")
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
				return fileParamFault(t, name, fmt.Sprintf("Its schema requires %q, which ChatGPT does not always send.", member))
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
