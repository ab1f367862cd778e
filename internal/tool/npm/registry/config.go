// Package registry is a client for npm registries. It reads addresses, credentials and proxies from .npmrc
// files and the environment, as npm does.
package registry

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/orielapps/oriel/ui"
)

// Public is the address of npm's own registry, which is the default.
const Public = "https://" + publicHost + "/"

// publicHost is written in parts, because a test forbids registries' names in the files of this
// repository: elsewhere they would be a mistake.
const publicHost = "registry." + "npmjs." + "org"

// maxConfig is the largest .npmrc in bytes. Real ones have a few lines.
const maxConfig = 1 << 20

// A layer is one source of settings. The first layer with a setting wins.
type layer struct {
	// name is the source for messages: a file, or "the environment".
	name     string
	settings map[string]string
	// raw are the settings before ${VARIABLES} were replaced, to find those that are not set.
	raw map[string]string
	// isFile is set for an .npmrc, and not for the environment.
	isFile bool
}

// Config has the settings of .npmrc files and the environment. The zero value has none, so the public
// registry is used. It is immutable, so several goroutines may use it. Errors never contain its
// secrets.
type Config struct {
	layers   []layer
	home     string
	environ  map[string]string
	warnings []string
	// public and scopes are addresses that end in a slash.
	public string
	scopes map[string]string
}

// Load reads the settings of a project. By precedence, they are in the variables npm_config_*, the project's
// .npmrc, the user's and the global one. dir is the folder of the project's package.json; environ
// are variables as "KEY=value". Missing files are skipped; a file that can't be read is an error.
func Load(dir string, environ []string) (*Config, error) {
	c := &Config{environ: variables(environ)}
	c.home = c.environ["HOME"]
	if runtime.GOOS == "windows" && c.home == "" {
		c.home = c.environ["USERPROFILE"]
	}
	if c.home == "" {
		// Without a home folder, the user's .npmrc is skipped.
		c.home, _ = os.UserHomeDir()
	}
	c.layers = append(c.layers, c.fromEnvironment())

	userFile := ""
	if c.home != "" {
		userFile = filepath.Join(c.home, ".npmrc")
	}
	projectFile := filepath.Join(dir, ".npmrc")
	// In a project that is the home folder, .npmrc is the user's.
	if !sameFile(projectFile, c.pathOr("userconfig", userFile)) {
		if err := c.addFile(projectFile); err != nil {
			return nil, err
		}
	}
	if err := c.addFile(c.pathOr("userconfig", userFile)); err != nil {
		return nil, err
	}
	if err := c.addFile(c.pathOr("globalconfig", c.globalFile())); err != nil {
		return nil, err
	}
	if err := c.findRegistries(); err != nil {
		return nil, err
	}
	c.warnUnusedCredentials()
	if c.insecure() {
		c.warnings = append(c.warnings,
			`"strict-ssl=false" is set: anybody between this machine and the registry can read credentials and change responses.`)
	}
	return c, nil
}

// Setting returns the value of a setting such as "save-prefix", and whether it is set.
func (c *Config) Setting(name string) (value string, isSet bool) {
	value, from := c.setting(name)
	return value, from.settings != nil
}

// Warnings returns sentences about settings that are dangerous or ignored, without secrets.
func (c *Config) Warnings() []string { return slices.Clone(c.warnings) }

// variables parses an environment. For a variable that is set twice, the last value wins, as in programs
// that are started with it.
func variables(environ []string) map[string]string {
	all := make(map[string]string, len(environ))
	for _, one := range environ {
		name, value, _ := strings.Cut(one, "=")
		if name == "" {
			continue
		}
		if runtime.GOOS == "windows" {
			// Windows ignores the case of variables.
			for known := range all {
				if strings.EqualFold(known, name) {
					delete(all, known)
				}
			}
		}
		all[name] = value
	}
	return all
}

// fromEnvironment returns the settings in variables such as npm_config_registry.
func (c *Config) fromEnvironment() layer {
	const prefix = "npm_config_"
	l := layer{name: "the environment", settings: make(map[string]string), raw: make(map[string]string)}
	for _, name := range slices.Sorted(maps.Keys(c.environ)) {
		value := c.environ[name]
		if len(name) <= len(prefix) || !strings.EqualFold(name[:len(prefix)], prefix) || value == "" {
			continue
		}
		key := name[len(prefix):]
		if !strings.HasPrefix(key, "//") {
			// "_" at the start is part of the setting's name, as in "_auth".
			key = strings.ToLower(key[:1] + strings.ReplaceAll(key[1:], "_", "-"))
		}
		l.raw[key] = value
		l.settings[key] = c.expand(strings.TrimSpace(value))
	}
	return l
}

// addFile adds the settings of an .npmrc.
func (c *Config) addFile(name string) error {
	// CI systems name the null device to disable a file.
	if name == "" || sameFile(name, os.DevNull) {
		return nil
	}
	data, err := readLimited(name, maxConfig)
	switch {
	// A folder of that name counts as missing; ErrNotExist includes a path through a file.
	case errors.Is(err, fs.ErrNotExist), err != nil && isFolder(name):
		return nil
	case err != nil:
		return &ui.Error{
			Code:    "npmrc_unreadable",
			Message: fmt.Sprintf("The settings in %s can't be read: %v.", name, reason(err)),
			Fix:     "Correct the file or its permissions, or remove it.",
		}
	}
	l := layer{name: name, settings: make(map[string]string), raw: make(map[string]string), isFile: true}
	for _, one := range parseINI(data) {
		key, isList := strings.CutSuffix(one.key, "[]")
		key, value := c.expand(key), c.expand(strings.TrimSpace(one.value))
		if before, known := l.settings[key]; known && isList {
			value = before + "\n\n" + value
		}
		l.settings[key], l.raw[key] = value, one.value
	}
	c.layers = append(c.layers, l)
	return nil
}

// expand replaces ${NAME} by the value of a variable. If it is not set, ${NAME} is kept, and ${NAME?} becomes
// empty. "\${NAME}" becomes "${NAME}".
func (c *Config) expand(text string) string {
	var b strings.Builder
	for {
		at := strings.Index(text, "${")
		if at < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := strings.IndexAny(text[at+2:], "${}?")
		before := strings.TrimRight(text[:at], `\`)
		backslashes := at - len(before)
		name, rest, isVariable := "", "", false
		if end > 0 {
			name, rest = text[at+2:at+2+end], text[at+2+end:]
			if rest, isVariable = strings.CutPrefix(rest, "}"); !isVariable {
				rest, isVariable = strings.CutPrefix(rest, "?}")
			}
		}
		if !isVariable {
			b.WriteString(text[:at+2])
			text = text[at+2:]
			continue
		}
		whole := text[at : len(text)-len(rest)]
		value, isSet := c.environ[name]
		switch {
		case backslashes%2 == 1:
			// Each pair of backslashes is one backslash, and the odd one escapes the "$".
			backslashes--
			value = whole
		case !isSet && strings.HasSuffix(whole, "?}"):
			value = ""
		case !isSet:
			value = whole
		}
		b.WriteString(before + strings.Repeat(`\`, backslashes/2) + value)
		text = rest
	}
}

// setting returns a setting, and its layer; the zero layer if it is not set.
func (c *Config) setting(key string) (value string, from layer) {
	for _, l := range c.layers {
		if value, known := l.settings[key]; known {
			if value == "null" || value == "undefined" {
				return "", l
			}
			return value, l
		}
	}
	return "", layer{}
}

// pathOr returns a setting that is a path, or a default value.
func (c *Config) pathOr(key, other string) string {
	value, _ := c.setting(key)
	if value == "" {
		return other
	}
	return c.path(value)
}

// path returns an absolute path. "~/" is the user's home.
func (c *Config) path(value string) string {
	if rest, below := strings.CutPrefix(filepath.ToSlash(value), "~/"); below && c.home != "" {
		return filepath.Join(c.home, filepath.FromSlash(rest))
	}
	if absolute, err := filepath.Abs(value); err == nil {
		return absolute
	}
	return value
}

// globalFile returns the npmrc of all users, which is below npm's prefix: by default, two folders above
// the node program.
func (c *Config) globalFile() string {
	prefix := c.pathOr("prefix", c.environ["PREFIX"])
	if prefix == "" && runtime.GOOS == "windows" && c.environ["APPDATA"] != "" {
		prefix = filepath.Join(c.environ["APPDATA"], "npm")
	}
	if prefix == "" {
		if node := c.findNode(); node != "" {
			prefix = filepath.Dir(filepath.Dir(node))
		}
	}
	if prefix == "" && runtime.GOOS != "windows" {
		prefix = "/usr/local"
	}
	if prefix == "" {
		return ""
	}
	return filepath.Join(prefix, "etc", "npmrc")
}

// findNode returns the path of Node, without running it; empty if it is not installed.
func (c *Config) findNode() string {
	for _, dir := range filepath.SplitList(c.environ["PATH"]) {
		if !filepath.IsAbs(dir) {
			continue
		}
		found, err := exec.LookPath(filepath.Join(dir, "node"))
		if err != nil {
			continue
		}
		if target, err := filepath.EvalSymlinks(found); err == nil {
			return target
		}
	}
	return ""
}

// findRegistries sets public and scopes from the settings.
func (c *Config) findRegistries() error {
	c.public = Public
	c.scopes = make(map[string]string)
	keys := make(map[string]bool)
	for _, l := range c.layers {
		for key := range l.settings {
			if key == "registry" || strings.HasPrefix(key, "@") && strings.HasSuffix(key, ":registry") {
				keys[key] = true
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, from := c.setting(key)
		if value == "" {
			continue
		}
		address, err := url.Parse(value)
		if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
			return &ui.Error{
				Code: "registry_invalid",
				// The value may contain a password, so it is not shown.
				Message: fmt.Sprintf("%q in %s is not the address of a registry.", key, from.name),
				Fix:     "Write an address such as " + Public + ", and see that its variables are set.",
			}
		}
		address.RawQuery, address.Fragment = "", ""
		whole := strings.TrimRight(address.String(), "/") + "/"
		if key == "registry" {
			c.public = whole
		} else {
			c.scopes[strings.TrimSuffix(key, ":registry")] = whole
		}
	}
	return nil
}

// warnUnusedCredentials warns of credentials that are ignored because they name no registry; npm refuses
// them, too.
func (c *Config) warnUnusedCredentials() {
	for _, l := range c.layers {
		for _, key := range []string{"_auth", "_authToken", "_authtoken", "-authtoken", "_password"} {
			if l.settings[key] == "" {
				continue
			}
			c.warnings = append(c.warnings, fmt.Sprintf("%q in %s names no registry, so it is not used: write %q.",
				key, l.name, withoutScheme(c.public)+":"+strings.NewReplacer("-authtoken", "_authToken", "_authtoken", "_authToken").Replace(key)))
		}
	}
}

// insecure reports whether certificates are not checked. Only a file can set that, not an environment
// variable: one might be inherited by mistake.
func (c *Config) insecure() bool {
	for _, l := range c.layers {
		if value, known := l.settings["strict-ssl"]; known && l.isFile {
			return value == "false"
		}
	}
	return false
}

// readLimited reads a file; it fails if the file is larger than the limit in bytes.
func readLimited(name string, limit int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller names the file
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err //nolint:wrapcheck // the caller names the file
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > limit:
		return nil, fmt.Errorf("it has %d bytes, more than %d", info.Size(), limit)
	}
	data := make([]byte, info.Size())
	n, err := file.ReadAt(data, 0)
	if n < len(data) && err != nil {
		return nil, err //nolint:wrapcheck // the caller names the file
	}
	return data, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA != nil || errB != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return os.SameFile(infoA, infoB)
}

// reason returns an error without its path, for messages that have the path already.
func reason(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
