package serverconfig

import (
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// reader reads the servers of one file, and collects faults and warnings.
type reader struct {
	*document

	vars    *variables
	environ []string
	config  Config
	faults  Faults
	names   map[string]bool
	warned  int
}

// hostKeys are keys that hosts use for themselves. They don't affect the server, so they
// cause no warning.
var hostKeys = []string{
	"alwaysAllow", "autoApprove", "description", "dev", "disabledTools", "gallery", "icon", "name", "timeout", "tools", "version",
}

func (r *reader) fault(at int, code, message, fix string) {
	switch {
	case len(r.faults) < maxMessages:
		r.faults = append(r.faults, &ui.Error{Code: code, Message: r.place(at) + ": " + message, Fix: fix})
	case len(r.faults) == maxMessages:
		r.faults = append(r.faults, &ui.Error{Code: "too_many_faults", Message: r.name + " has more faults.", Fix: "Fix these first."})
	}
}

func (r *reader) warn(at int, message string) {
	switch r.warned++; {
	case r.warned <= maxMessages:
		r.config.Warnings = append(r.config.Warnings, r.place(at)+": "+message)
	case r.warned == maxMessages+1:
		r.config.Warnings = append(r.config.Warnings, r.name+": there are more warnings.")
	}
}

// object returns the members of an object. Duplicate names are a fault.
func (r *reader) object(v hujson.Value, what string) []hujson.ObjectMember {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		r.fault(v.StartOffset, "value_type", what+" must be an object, not "+kind(v)+".", "Write { … }.")
		return nil
	}
	seen := make(map[string]bool, len(object.Members))
	for _, member := range object.Members {
		key := literal(member.Name)
		if seen[key] {
			r.fault(member.Name.StartOffset, "key_duplicate", fmt.Sprintf("%s has %s twice.", what, quote(key)), "Remove or rename one.")
		}
		seen[key] = true
	}
	return object.Members
}

// servers reads the object under "mcpServers" or "servers".
func (r *reader) servers(v hujson.Value, key string) {
	members := r.object(v, quote(key))
	if len(members) > maxServers {
		r.fault(v.StartOffset, "too_many_servers", fmt.Sprintf("There are more than %d servers.", maxServers),
			"Copy the servers that you need into another file.")
		return
	}
	if r.names == nil {
		r.names = map[string]bool{}
	}
	for _, member := range members {
		name := literal(member.Name)
		if strings.TrimSpace(name) == "" {
			r.fault(member.Name.StartOffset, "server_name_invalid", "A server has no name.", "Give it one.")
			continue
		}
		if r.names[name] {
			r.fault(member.Name.StartOffset, "server_duplicate", fmt.Sprintf("The server %s is listed twice.", quote(name)), "Remove or rename one.")
		}
		r.names[name] = true
		e := &entry{reader: r, what: "The server " + quote(name), at: member.Name.StartOffset, forVSCode: key == "servers"}
		before := len(r.faults)
		if server, enabled := e.read(member.Value); enabled && len(r.faults) == before {
			server.ID = CleanID(name)
			r.config.Servers = append(r.config.Servers, server)
		}
	}
}

// entry is one server of the file.
type entry struct {
	*reader

	what      string
	at        int
	forVSCode bool
	values    map[string]hujson.Value
}

func (e *entry) read(v hujson.Value) (server mcpclient.Server, enabled bool) {
	e.values = map[string]hujson.Value{}
	for _, member := range e.object(v, e.what) {
		e.values[literal(member.Name)] = member.Value
	}
	if e.flag("disabled") {
		e.warn(e.at, e.what+" is disabled and left out.")
		return server, false
	}
	kind, known := e.kind()
	_, hasCommand := e.values["command"]
	_, hasURL := e.values["url"]
	switch {
	case !known:
	case hasCommand && hasURL:
		e.fault(e.at, "server_ambiguous", e.what+` has both "command" and "url".`, `Keep "command" for a program, "url" for an endpoint.`)
	case hasCommand && kind != "" && kind != "stdio":
		e.fault(e.at, "server_ambiguous", fmt.Sprintf(`%s has a "command" and the type %q.`, e.what, kind), `A program has the type "stdio".`)
	case hasURL && kind == "stdio":
		e.fault(e.at, "server_ambiguous", e.what+` has a "url" and the type "stdio".`, `An endpoint has the type "http" or "sse".`)
	case hasCommand:
		e.program(&server)
	case hasURL:
		e.endpoint(&server, kind)
	default:
		e.fault(e.at, "server_incomplete", e.what+` has neither "command" nor "url".`, `Give it "command" for a program, or "url" for an endpoint.`)
	}
	e.unknown(hasURL)
	return server, true
}

// kind returns the entry's type: "stdio", "http", "sse" or "".
func (e *entry) kind() (kind string, known bool) {
	v, given := e.values["type"]
	if !given {
		return "", true
	}
	text, ok := e.text(v, "type")
	switch text {
	case "stdio", "http", "sse":
		return text, ok
	case "streamable-http", "streamableHttp":
		return "http", ok
	}
	if ok {
		e.fault(v.StartOffset, "transport_unknown", fmt.Sprintf("%s has the type %s.", e.what, quote(text)), `Use "stdio", "http" or "sse".`)
	}
	return "", false
}

// unknown warns about keys without effect.
func (e *entry) unknown(isEndpoint bool) {
	known, others := []string{"command", "args", "env", "envFile", "cwd"}, []string{"url", "headers"}
	if isEndpoint {
		known, others = others, known
	}
	known = append(known, "type", "disabled")
	keys := make([]string, 0, len(e.values))
	for key := range e.values {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return e.values[a].StartOffset - e.values[b].StartOffset })
	for _, key := range keys {
		switch at := e.values[key].StartOffset; {
		case slices.Contains(known, key), slices.Contains(hostKeys, key):
		case slices.Contains(others, key) && isEndpoint:
			e.warn(at, fmt.Sprintf("%s is an endpoint, so %q has no effect.", e.what, key))
		case slices.Contains(others, key):
			e.warn(at, fmt.Sprintf("%s is a program, so %q has no effect.", e.what, key))
		case strings.HasPrefix(key, "sandbox"):
			e.warn(at, fmt.Sprintf("%s: %s has no effect; the program runs without a sandbox.", e.what, quote(key)))
		default:
			e.warn(at, fmt.Sprintf("%s: %s is unknown and has no effect.", e.what, quote(key)))
		}
	}
}

func (e *entry) program(server *mcpclient.Server) {
	command, ok := e.expanded("command")
	if ok && strings.TrimSpace(command) == "" {
		e.fault(e.values["command"].StartOffset, "value_type", e.what+` has an empty "command".`, "Name a program.")
	}
	server.Dir = e.vars.folder
	if _, given := e.values["cwd"]; given {
		if dir, is := e.expanded("cwd"); is && dir != "" {
			server.Dir = e.path(dir)
		}
	}
	if isRelativePath(command) {
		command = filepath.Join(server.Dir, command)
	}
	server.Command = append([]string{command}, e.arguments()...)
	server.Env = e.environment()
}

// isRelativePath reports whether a command is a relative path. A name without a folder
// is looked up in PATH.
func isRelativePath(command string) bool {
	hasFolder := strings.Contains(command, "/") || runtime.GOOS == "windows" && strings.Contains(command, `\`)
	return hasFolder && !filepath.IsAbs(command)
}

// path makes a path absolute, relative to the project's folder.
func (e *entry) path(path string) string {
	if rest, home := strings.CutPrefix(path, "~/"); home && e.vars.home != "" {
		return filepath.Join(e.vars.home, rest)
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(e.vars.folder, path)
}

func (e *entry) arguments() []string {
	v, given := e.values["args"]
	if !given {
		return nil
	}
	list, ok := v.Value.(*hujson.Array)
	if !ok {
		e.fault(v.StartOffset, "value_type", fmt.Sprintf(`%s: "args" must be a list, not %s.`, e.what, kind(v)), `Write ["…", "…"].`)
		return nil
	}
	arguments := make([]string, 0, len(list.Elements))
	for _, element := range list.Elements {
		if text, is := e.text(element, "args"); is {
			arguments = append(arguments, e.expand(element, text))
		}
	}
	return arguments
}

// environment returns the reader's environment with the entry's variables; nil if the
// entry has none. A null in a VS Code file removes a variable.
func (e *entry) environment() []string {
	own := e.fromFile()
	without := map[string]bool{}
	if v, given := e.values["env"]; given {
		for _, member := range e.object(v, e.what+`: "env"`) {
			name := literal(member.Name)
			if name == "" || strings.ContainsAny(name, "=\x00") {
				e.fault(member.Name.StartOffset, "env_invalid", fmt.Sprintf("%s: %s can't name a variable.", e.what, quote(name)), "Rename it.")
				continue
			}
			if e.forVSCode && member.Value.Value.Kind() == 'n' {
				without[name] = true
				continue
			}
			text, ok := e.value(member.Value, "env")
			if !ok {
				continue
			}
			if text = e.expand(member.Value, text); strings.ContainsRune(text, 0) {
				e.fault(member.Value.StartOffset, "env_invalid",
					fmt.Sprintf("%s: the variable %s contains a NUL character.", e.what, quote(name)), "Remove it.")
			}
			own = append(own, name+"="+text)
		}
	}
	if len(own) == 0 && len(without) == 0 {
		return nil
	}
	all := slices.DeleteFunc(slices.Clone(e.environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return without[name]
	})
	return append(all, own...)
}

func (e *entry) fromFile() []string {
	v, given := e.values["envFile"]
	if !given {
		return nil
	}
	name, ok := e.expanded("envFile")
	if !ok || name == "" {
		return nil
	}
	own, err := readEnvFile(e.path(name))
	if err != nil {
		e.fault(v.StartOffset, "env_file_invalid", fmt.Sprintf(`%s: "envFile" %v.`, e.what, err), `Write lines of KEY=value into it, or use "env".`)
	}
	return own
}

func (e *entry) endpoint(server *mcpclient.Server, kind string) {
	if address, ok := e.expanded("url"); ok {
		valid, err := Endpoint(address)
		if err != nil {
			e.fault(e.values["url"].StartOffset, err.Code, e.what+": "+err.Message, err.Fix)
		}
		server.Endpoint = valid
	}
	switch {
	case kind == "sse":
		server.Transport = mcpclient.SSE
	case kind == "http" && !e.forVSCode:
		server.Transport = mcpclient.Streamable
	default:
		// VS Code tries SSE if "http" fails; so does Cursor without a type.
		server.Transport = mcpclient.Auto
	}
	v, given := e.values["headers"]
	if !given {
		return
	}
	header := http.Header{}
	for _, member := range e.object(v, e.what+`: "headers"`) {
		name := literal(member.Name)
		text, ok := e.value(member.Value, "headers")
		if !ok {
			continue
		}
		text = e.expand(member.Value, text)
		if err := mcpclient.CheckHeader(name, text); err != nil {
			e.fault(member.Name.StartOffset, err.Code, e.what+": "+err.Message, err.Fix)
			continue
		}
		header.Add(name, text)
	}
	server.Header = header
}

// flag returns a boolean key; false if it is missing.
func (e *entry) flag(key string) bool {
	v, given := e.values[key]
	if !given {
		return false
	}
	switch v.Value.Kind() {
	case 't':
		return true
	case 'f':
	default:
		e.fault(v.StartOffset, "value_type", fmt.Sprintf("%s: %q must be true or false.", e.what, key), "Write it without quotes.")
	}
	return false
}

// expanded returns a text with its variables replaced.
func (e *entry) expanded(key string) (text string, ok bool) {
	v := e.values[key]
	if text, ok = e.text(v, key); !ok {
		return "", false
	}
	before := len(e.faults)
	text = e.expand(v, text)
	return text, len(e.faults) == before
}

func (e *entry) expand(v hujson.Value, text string) string {
	out, err := e.vars.expand(text)
	if err != nil {
		e.fault(v.StartOffset, err.Code, e.what+": "+err.Message, err.Fix)
	}
	return out
}

func (e *entry) text(v hujson.Value, key string) (text string, ok bool) {
	if v.Value.Kind() != '"' {
		e.fault(v.StartOffset, "value_type", fmt.Sprintf("%s: %q must be a text, not %s.", e.what, key, kind(v)), `Write it as "…".`)
		return "", false
	}
	return literal(v), true
}

// value returns a text. In VS Code files it may also be a number.
func (e *entry) value(v hujson.Value, key string) (text string, ok bool) {
	if e.forVSCode && v.Value.Kind() == '0' {
		return literal(v), true
	}
	if v.Value.Kind() != '"' {
		e.fault(v.StartOffset, "value_type", fmt.Sprintf("%s: each value of %q must be a text, not %s.", e.what, key, kind(v)), `Write it as "…".`)
		return "", false
	}
	return literal(v), true
}
