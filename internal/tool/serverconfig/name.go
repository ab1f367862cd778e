package serverconfig

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
)

// maxID is the maximum length of an id, in characters.
const maxID = 64

// CleanID makes an id from a name. Characters that are not printable become "-",
// including line breaks, terminal sequences and bidirectional controls. The id has at
// most 64 characters.
func CleanID(name string) string {
	id := []rune(strings.TrimSpace(printable(name)))
	if len(id) > maxID {
		id = append(id[:maxID-1], '…')
	}
	if len(id) == 0 {
		return "server"
	}
	return string(id)
}

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(text, "-"))
}

// Unique adds a number to repeated ids, except to the first of them.
func Unique(servers []mcpclient.Server) {
	taken := make(map[string]bool, len(servers))
	for _, s := range servers {
		taken[s.ID] = true
	}
	seen := make(map[string]bool, len(servers))
	for i := range servers {
		id := servers[i].ID
		for n := 2; seen[id]; n++ {
			if next := servers[i].ID + "-" + strconv.Itoa(n); !taken[next] {
				id = next
			}
		}
		servers[i].ID = id
		seen[id], taken[id] = true, true
	}
}

// EndpointID names a server by its address: host and port, and the path unless it is
// /mcp, /sse or empty.
func EndpointID(endpoint string) string {
	parsed, err := url.Parse(endpoint)
	if err != nil {
		return CleanID(endpoint)
	}
	usual := strings.Trim(parsed.Path, "/")
	if slices.Contains([]string{"", "mcp", "sse"}, usual) {
		return CleanID(parsed.Host)
	}
	return CleanID(parsed.Host + "/" + usual)
}

// runners are programs that run the program named by an argument.
var runners = []string{
	"npx", "npm", "pnpm", "yarn", "bunx", "uvx", "pipx", "uv", "go", "node", "deno", "bun", "tsx", "python", "python3", "ruby", "php",
}

// verbs are subcommands of runners.
var verbs = []string{"run", "exec", "dlx", "x", "tool", "start"}

// codeFlags are followed by code instead of a name.
var codeFlags = []string{"-c", "-e", "-p", "--eval", "--print"}

// generic are names of files and folders that don't identify a server.
var generic = []string{"index", "main", "server", "cli", "app", "dist", "build", "bin", "src", "lib", "out", "."}

var packageVersion = regexp.MustCompile(`@[^/@]*$`)

// CommandID names a server by its command line: by the package or script that a runner
// such as npx or node starts, or else by the program.
func CommandID(command []string) string {
	if len(command) == 0 {
		return "server"
	}
	program := base(command[0])
	if !slices.Contains(runners, program) {
		return CleanID(program)
	}
	for _, argument := range command[1:] {
		if slices.Contains(codeFlags, argument) {
			break
		}
		if argument == "" || argument[0] == '-' || slices.Contains(verbs, argument) {
			continue
		}
		if name := base(packageVersion.ReplaceAllString(argument, "")); name != "" {
			return CleanID(name)
		}
	}
	return CleanID(program)
}

// base returns the last part of a path that is not generic, without its extension.
func base(file string) string {
	file = path.Clean(strings.ReplaceAll(file, `\`, "/"))
	first := ""
	for file != "." && file != "/" && file != "" {
		name := path.Base(file)
		if ext := path.Ext(name); len(ext) < len(name) && isExtension(ext) {
			name = strings.TrimSuffix(name, ext)
		}
		if first == "" {
			first = name
		}
		if !slices.Contains(generic, name) && name != ".." {
			return name
		}
		file = path.Dir(file)
	}
	return first
}

func isExtension(ext string) bool {
	return slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".tsx", ".py", ".rb", ".php", ".go", ".exe", ".sh", ".cmd", ".bat"}, ext)
}
