package tunnel

import (
	"encoding/json"
	"net"
	"net/url"
	"regexp"
	"strings"
)

// client is a program that opens tunnels.
type client struct {
	// name is the program's file.
	name string
	// arguments returns its arguments for a tunnel to an address such as 127.0.0.1:8080.
	arguments func(address string) []string
	// read parses a line of output: the tunnel's address, or an error.
	read func(line string) (address, fault string)
	// fix is the fix for most of its errors.
	fix string
}

// clients are the known programs, the one that needs no account first.
var clients = []client{
	{
		name: "cloudflared",
		arguments: func(address string) []string {
			return []string{"tunnel", "--no-autoupdate", "--url", "http://" + address}
		},
		read: readCloudflared,
		fix:  `Try "cloudflared tunnel --url http://127.0.0.1:8080" in a terminal. A config.yml in ~/.cloudflared may stand in its way.`,
	},
	{
		name: "ngrok",
		arguments: func(address string) []string {
			return []string{"http", address, "--log", "stdout", "--log-format", "json", "--log-level", "info"}
		},
		read: readNgrok,
		fix:  `Try "ngrok http 8080" in a terminal. It needs an account: ngrok config add-authtoken TOKEN.`,
	},
}

// Names returns the known programs, in the order in which they are looked for.
func Names() []string {
	names := make([]string, len(clients))
	for i, c := range clients {
		names[i] = c.name
	}
	return names
}

var quickTunnel = regexp.MustCompile(`https://[a-z0-9-]+\.trycloudflare\.com(?:[\s|]|$)`)

// readCloudflared reads a line such as
//
//	2026-11-20T10:00:00Z INF |  https://four-words-of-it.trycloudflare.com  |
//
// or "failed to request quick Tunnel: …", and "… ERR … error=…" for errors that it retries.
func readCloudflared(line string) (address, fault string) {
	if found := strings.TrimRight(quickTunnel.FindString(line), " |\t"); found != "" && !strings.HasPrefix(found, "https://api.") {
		return found, ""
	}
	if at := strings.Index(line, "failed to "); at >= 0 {
		return "", line[at:]
	}
	return "", ""
}

// readNgrok reads a line of its log, an object of JSON:
//
//	{"addr":"http://127.0.0.1:8080","lvl":"info","msg":"started tunnel","url":"https://x.ngrok-free.app"}
//
// and "ERROR: …" without JSON.
func readNgrok(line string) (address, fault string) {
	if text, ok := strings.CutPrefix(line, "ERROR:"); ok {
		return "", strings.TrimSpace(text)
	}
	var entry struct {
		Level   string `json:"lvl"`
		Message string `json:"msg"`
		Error   string `json:"err"`
		URL     string `json:"url"`
	}
	if json.Unmarshal([]byte(line), &entry) != nil {
		return "", ""
	}
	switch {
	case entry.Message == "started tunnel":
		return entry.URL, ""
	case (entry.Level == "eror" || entry.Level == "crit") && entry.Error != "" && entry.Error != "<nil>":
		return "", entry.Error
	default:
		return "", ""
	}
}

// public returns an address without its path if it is public: an https URL with a host's name.
func public(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || !strings.Contains(u.Hostname(), ".") || net.ParseIP(u.Hostname()) != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
