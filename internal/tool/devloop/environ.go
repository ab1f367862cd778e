package devloop

import (
	"runtime"
	"slices"
	"strings"
)

// setVariable returns an environment with a variable set; an empty value removes it.
func setVariable(environ []string, key, value string) []string {
	changed := slices.DeleteFunc(slices.Clone(environ), func(pair string) bool { return isVariable(pair, key) })
	if value == "" {
		return changed
	}
	return append(changed, key+"="+value)
}

// variable returns the value of a variable, or "".
func variable(environ []string, key string) string {
	for _, pair := range slices.Backward(environ) {
		if isVariable(pair, key) {
			return pair[len(key)+1:]
		}
	}
	return ""
}

func isVariable(pair, key string) bool {
	if len(pair) <= len(key) || pair[len(key)] != '=' {
		return false
	}
	name := pair[:len(key)]
	return name == key || runtime.GOOS == "windows" && strings.EqualFold(name, key)
}
