package serverconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// readEnvFile reads the variables of a file of KEY=value lines, as "KEY=value".
func readEnvFile(path string) ([]string, error) {
	data, err := readBounded(path)
	if reason, ok := errors.AsType[*ui.Error](err); ok {
		if _, missing := os.Stat(path); errors.Is(missing, fs.ErrNotExist) {
			return nil, fmt.Errorf("%q does not exist", path)
		}
		return nil, fmt.Errorf("can't be read: %s", strings.TrimSuffix(reason.Message, "."))
	}
	if err != nil {
		return nil, err
	}
	own, line := parseEnv(string(data))
	if line > 0 {
		return nil, fmt.Errorf("%q has no KEY=value on line %d", path, line)
	}
	return own, nil
}

// parseEnv reads lines of KEY=value. It skips empty lines and lines that begin with "#",
// and removes a leading "export" and surrounding quotes. Double quotes support the
// escapes \n, \" and \\. Nothing else is special. The result faulty is the number of the
// first invalid line, from 1; 0 if all are valid.
func parseEnv(text string) (own []string, faulty int) {
	text = strings.TrimPrefix(text, "\uFEFF")
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		key = strings.TrimSpace(key)
		if !ok || key == "" || strings.ContainsAny(key, " \t\x00") || strings.ContainsRune(value, 0) {
			return nil, number
		}
		own = append(own, key+"="+unquote(strings.TrimSpace(value)))
	}
	return own, 0
}

func unquote(value string) string {
	if len(value) < len(`""`) || value[0] != value[len(value)-1] {
		return value
	}
	inside := value[1 : len(value)-1]
	switch value[0] {
	case '\'':
		return inside
	case '"':
		return strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`).Replace(inside)
	default:
		return value
	}
}
