package sandbox

import (
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// permission is a device feature that a view can request in MCP Apps.
type permission struct {
	field   string // in _meta.ui.permissions
	policy  string // in Permissions-Policy and allow
	feature hosts.Feature
	of      func(*ui.Permissions) *bool
}

func permissions() []permission {
	return []permission{
		{"camera", "camera", hosts.Camera, func(p *ui.Permissions) *bool { return &p.Camera }},
		{"microphone", "microphone", hosts.Microphone, func(p *ui.Permissions) *bool { return &p.Microphone }},
		{"geolocation", "geolocation", hosts.Geolocation, func(p *ui.Permissions) *bool { return &p.Geolocation }},
		{"clipboardWrite", "clipboard-write", hosts.ClipboardWrite, func(p *ui.Permissions) *bool { return &p.ClipboardWrite }},
	}
}

// neverGranted are features that no view can request.
func neverGranted() []string {
	return []string{
		"accelerometer", "clipboard-read", "display-capture", "gyroscope", "hid", "idle-detection",
		"local-fonts", "magnetometer", "midi", "payment", "publickey-credentials-get", "screen-wake-lock",
		"serial", "usb", "window-management", "xr-spatial-tracking",
	}
}

// Grant returns the permissions that the profile's host grants: the requested ones,
// except those that it is known to lack.
func Grant(asked ui.Permissions, p *hosts.Profile) (granted ui.Permissions, dropped []Dropped) {
	for _, one := range permissions() {
		if !*one.of(&asked) {
			continue
		}
		if p.Lacks(one.feature) {
			dropped = append(dropped, Dropped{
				Field: "permissions." + one.field, Value: one.field, Reason: p.Title + " does not grant it.",
			})
			continue
		}
		*one.of(&granted) = true
	}
	return granted, dropped
}

// Allow returns the value of an iframe's allow attribute. Each frame between
// the page and the view needs it.
func Allow(granted ui.Permissions) string {
	var names []string
	for _, one := range permissions() {
		if *one.of(&granted) {
			names = append(names, one.policy)
		}
	}
	return strings.Join(names, "; ")
}

// permissionsPolicy returns a Permissions-Policy header that grants the permissions to
// the allow list, and denies all others.
func permissionsPolicy(granted ui.Permissions, allowList string) string {
	parts := make([]string, 0, len(permissions())+len(neverGranted()))
	for _, one := range permissions() {
		list := "()"
		if *one.of(&granted) {
			list = allowList
		}
		parts = append(parts, one.policy+"="+list)
	}
	for _, name := range neverGranted() {
		parts = append(parts, name+"=()")
	}
	return strings.Join(parts, ", ")
}
