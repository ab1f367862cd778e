package serverconfig_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/serverconfig"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                             "",
		"plain":                        "plain",
		"Bearer ${TOKEN}":              "Bearer s3cret",
		"${TOKEN}${TOKEN}":             "s3crets3cret",
		"${env:TOKEN}":                 "s3cret",
		"${EMPTY}":                     "",
		"${EMPTY:-x}":                  "",
		"${NOPE:-x y}":                 "x y",
		"${NOPE:-}":                    "",
		"${NOPE:-a:-b}":                "a:-b",
		"${TOKEN:-x}":                  "s3cret",
		"${BRACES}":                    "${TOKEN}",
		"$TOKEN":                       "$TOKEN",
		"${":                           "${",
		"${TOKEN":                      "${TOKEN",
		"${}":                          "${}",
		"${1}":                         "${1}",
		"${a b}":                       "${a b}",
		"$${TOKEN}":                    "$s3cret",
		"${userHome}/x":                "/home/ada/x",
		"${workspaceFolder}":           here,
		"${workspaceFolderBasename}":   filepath.Base(here),
		"${/}${pathSeparator}":         strings.Repeat(string(filepath.Separator), 2),
		"{\"json\": \"${TOKEN:-}\"} }": "{\"json\": \"s3cret\"} }",
	} {
		if got, err := serverconfig.Expand(text, environ); err != nil || got != want {
			t.Errorf("%q = %q, %v; want %q", text, got, err, want)
		}
	}
	for text, says := range map[string]string{
		"${NOPE}":          "NOPE is not set",
		"${env:NOPE}":      "NOPE is not set",
		"${env:}":          "is not set",
		"${input:key}":     "${env:NAME}",
		"${input:\x1b[2J}": "is a prompt of VS Code",
		"${config:a.b}":    "${config:…} is not supported",
	} {
		if got, err := serverconfig.Expand(text, environ); err == nil || !strings.Contains(err.Error(), says) || got != "" || strings.ContainsRune(err.Error(), '\x1b') {
			t.Errorf("%q = %q, %v", text, got, err)
		}
	}
	if _, err := serverconfig.Expand("${userHome}", nil); err == nil {
		t.Error("an unknown home is no error")
	}
}
