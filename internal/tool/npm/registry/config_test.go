package registry_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/tool/npm/npmtest"
	"github.com/orielapps/oriel/internal/tool/npm/registry"
	"github.com/orielapps/oriel/ui"
)

// home is a folder with .npmrc files of a user, a project and of all.
type home struct {
	project, user, global string
	environ               []string
}

// load reads the settings.
func (h home) load(t *testing.T) (*registry.Config, error) {
	t.Helper()
	dir, environ := h.write(t)
	return registry.Load(dir, environ)
}

// mustLoad reads settings that are right.
func (h home) mustLoad(t *testing.T) *registry.Config {
	t.Helper()
	c, err := h.load(t)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (h home) write(t *testing.T) (dir string, environ []string) {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{"home/project/.npmrc": h.project, "home/.npmrc": h.user, "prefix/etc/npmrc": h.global, "home/project/package.json": "{}"} {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if content == "" {
			continue
		}
		if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(root, "home", "project"), append([]string{"HOME=" + filepath.Join(root, "home"), "PREFIX=" + filepath.Join(root, "prefix")}, h.environ...)
}

// A null device is a file without settings, as CI systems have it.
func TestNullDevice(t *testing.T) {
	t.Parallel()
	c := home{user: "tag=user", project: "tag2=project", environ: []string{"npm_config_userconfig=" + os.DevNull, "npm_config_globalconfig=" + os.DevNull}}.mustLoad(t)
	if _, isSet := c.Setting("tag"); isSet {
		t.Error("the user's settings count")
	}
	if _, isSet := c.Setting("tag2"); !isSet {
		t.Error("the project's settings don't count")
	}
}

func TestRegistryOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		home home
		of   string
		want string
	}{
		{"nothing is said", home{}, "react", registry.Public},
		{"global", home{global: "registry=https://global.example"}, "react", "https://global.example/"},
		{"the user's before the global one", home{global: "registry=https://global.example", user: "registry = https://user.example/npm"}, "react", "https://user.example/npm/"},
		{"the project's before the user's", home{user: "registry=https://user.example", project: "registry=https://project.example/"}, "react", "https://project.example/"},
		{"the environment before all", home{project: "registry=https://project.example/", environ: []string{"npm_config_registry=https://environment.example"}}, "react", "https://environment.example/"},
		{"in capitals", home{environ: []string{"NPM_CONFIG_REGISTRY=https://environment.example"}}, "react", "https://environment.example/"},
		{"an empty variable is none", home{user: "registry=https://user.example", environ: []string{"npm_config_registry="}}, "react", "https://user.example/"},
		{"a scope's own", home{user: "@acme:registry=https://acme.example"}, "@acme/views", "https://acme.example/"},
		{"another scope's is not ours", home{user: "@acme:registry=https://acme.example"}, "@acmes/views", registry.Public},
		{"a scope in the environment", home{environ: []string{"npm_config_@acme:registry=https://acme.example"}}, "@acme/views", "https://acme.example/"},
		{"variables", home{user: "registry=https://${WHO}.example/${NO?}", environ: []string{"WHO=me"}}, "react", "https://me.example/"},
		{"quotes, comments, a mark of byte order and CRLF", home{user: "\ufeff; hello\r\n# hello\r\n\r\nregistry = \"https://quoted.example\" \r\n@a:registry=https://a.example ; really\r\n"}, "@a/b", "https://a.example/"},
		{"another file of the user", home{environ: []string{"npm_config_userconfig=" + writeFile(t, "registry=https://elsewhere.example")}}, "react", "https://elsewhere.example/"},
		{"sections are not npm's", home{user: "registry=https://user.example\n[other]\nregistry=https://section.example"}, "react", "https://user.example/"},
		{"null is nothing", home{user: "registry=null"}, "react", registry.Public},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.home.mustLoad(t).RegistryOf(test.of); got != test.want {
				t.Errorf("%s comes from %s, want %s", test.of, got, test.want)
			}
		})
	}
}

func writeFile(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Settings are those that npm itself finds.
func TestSettingsAsNPM(t *testing.T) {
	t.Parallel()
	h := home{
		global: "tag=global\nglobal-one=g\n",
		user:   "registry=https://${HOST}/x/${HOST}/\nsave-exact\n//a.example/:_authToken=\"quoted\"\nescaped=a\\;b\\#c\\\\d\nshared=user\nlist[]=one\nlist[]=two\n ; comment\nspaced = a b  # c\n'single'='it''s'\n",
		project: "shared=${UNSET}-${HOST}-\\${HOST}-${UNSET?}\n" +
			"tag=project\n",
		environ: []string{"HOST=h.example", "npm_config_some_thing=1"},
	}
	dir, environ := h.write(t)
	c, err := registry.Load(dir, environ)
	if err != nil {
		t.Fatal(err)
	}
	const enough = 3 * time.Minute
	output, stderr, err := npmtest.Run(t, enough, dir, append([]string{"PATH=" + os.Getenv("PATH")}, environ...), "config", "ls", "--json")
	if err != nil {
		t.Fatalf("asking npm: %v\n%s", err, stderr)
	}
	var theirs map[string]any
	if err := json.Unmarshal([]byte(output), &theirs); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"registry", "save-exact", "global-one", "escaped", "shared", "spaced", "some-thing", "tag"} {
		want := ""
		switch value := theirs[key].(type) {
		case string:
			want = value
		case bool:
			want = map[bool]string{true: "true", false: "false"}[value]
		}
		if got, _ := c.Setting(key); strings.TrimSuffix(got, "/") != strings.TrimSuffix(want, "/") {
			t.Errorf("%s is %q, for npm %q", key, got, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	mirror := home{user: "registry=https://mirror.example/npm/\n@acme:registry=https://acme.example/"}.mustLoad(t)
	for _, test := range []struct{ name, version, want string }{
		{"react", "19.0.0", "https://mirror.example/npm/react/-/react-19.0.0.tgz"},
		{"@tanstack/react-query", "5.0.0-beta.1", "https://mirror.example/npm/@tanstack/react-query/-/react-query-5.0.0-beta.1.tgz"},
		{"@acme/views", "1.0.0", "https://acme.example/@acme/views/-/views-1.0.0.tgz"},
		{"../../etc", "1/../2", "https://mirror.example/npm/../../etc/-/etc-1%2F..%2F2.tgz"},
		{"a?b#c", "1", "https://mirror.example/npm/a%3Fb%23c/-/a%3Fb%23c-1.tgz"},
	} {
		if got := mirror.TarballURL(test.name, test.version); got != test.want {
			t.Errorf("%s is at %s, want %s", test.name, got, test.want)
		}
	}
	for _, test := range []struct{ name, setting, resolved, want string }{
		{"the public one's stands for the configured one", "", registry.Public + "react/-/react-1.tgz", "https://mirror.example/npm/react/-/react-1.tgz"},
		{"without TLS, too", "", strings.Replace(registry.Public, "https", "http", 1) + "react/-/react-1.tgz", "https://mirror.example/npm/react/-/react-1.tgz"},
		{"others stay", "", "https://other.example/react-1.tgz", "https://other.example/react-1.tgz"},
		{"the path is not put in front twice", "", registry.Public + "npm/react-1.tgz", "https://mirror.example/npm/react-1.tgz"},
		{"never", "never", registry.Public + "react/-/react-1.tgz", registry.Public + "react/-/react-1.tgz"},
		{"always", "always", "https://other.example/react-1.tgz", "https://mirror.example/npm/react-1.tgz"},
		{"a host", "other.example", "https://other.example/react-1.tgz", "https://mirror.example/npm/react-1.tgz"},
		{"an address", "https://other.example/a", "https://other.example/a/react-1.tgz", "https://mirror.example/npm/react-1.tgz"},
		{"another path of the host", "https://other.example/a", "https://other.example/ab/react-1.tgz", "https://other.example/ab/react-1.tgz"},
		{"what is no address", "always", "file:../x.tgz", "file:../x.tgz"},
		{"another scheme", "always", "git+ssh://git@host/x", "git+ssh://git@host/x"},
		{"nothing", "", "", ""},
	} {
		c := home{user: "registry=https://mirror.example/npm/\nreplace-registry-host=" + test.setting}.mustLoad(t)
		if got := c.Rewrite(test.resolved); got != test.want {
			t.Errorf("%s: %s is fetched from %s, want %s", test.name, test.resolved, got, test.want)
		}
	}
}

func TestValidName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"react", "@tanstack/react-query", "JSONStream", "lodash.get", "a", "bn.js", "@types/node", "q~", "x-1"} {
		if got := registry.ValidName(name); !got {
			t.Errorf("%q is valid: %v", name, got)
		}
	}
	for _, name := range []string{"", ".", "..", ".bin", "../x", "a/b", "@a", "@a/", "@/a", "@a/b/c", "@a/..", "@../a", "node_modules", "Node_Modules", "-x", "a b", "a\x00", "a\\b", "C:", "é", strings.Repeat("a", 215), "@a/node_modules", "a%2fb"} {
		if registry.ValidName(name) {
			t.Errorf("%q is valid", name)
		}
	}
}

func TestBadSettings(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t"
	for _, test := range []struct {
		name string
		home home
		code string
	}{
		{"no address", home{user: "registry=" + secret}, "registry_invalid"},
		{"another scheme", home{user: "registry=ftp://" + secret + "@host/"}, "registry_invalid"},
		{"a variable that is not set", home{user: "registry=${" + secret + "}"}, "registry_invalid"},
		{"too large", home{user: strings.Repeat("a=b\n", 300000)}, "npmrc_unreadable"},
	} {
		_, err := test.home.load(t)
		var own *ui.Error
		if !errors.As(err, &own) || own.Code != test.code || own.Fix == "" {
			t.Errorf("%s: %v, want code %s", test.name, err, test.code)
		} else if strings.Contains(own.Error(), secret) {
			t.Errorf("%s: the secret is told: %v", test.name, err)
		}
	}
	c := home{user: "_authToken=" + secret + "\nstrict-ssl=false", environ: []string{"npm_config_strict_ssl=false"}}.mustLoad(t)
	if warnings := strings.Join(c.Warnings(), "\n"); !strings.Contains(warnings, `"`+strings.TrimPrefix(registry.Public, "https:")+`:_authToken"`) || !strings.Contains(warnings, "strict-ssl") || strings.Contains(warnings, secret) {
		t.Errorf("warnings: %s", warnings)
	}
	c = home{environ: []string{"npm_config_strict_ssl=false"}}.mustLoad(t)
	if len(c.Warnings()) != 0 {
		t.Errorf("a variable has certificates not checked: %s", c.Warnings())
	}
}

func FuzzSettings(f *testing.F) {
	f.Add("registry=https://a.example/${B}\n@x:registry=\"https://y\"\n//a/:_authToken=c")
	f.Add("a\\;b=\\\\${C?}\n'x'=\"\n[s]\nlist[]=1")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := home{project: text, environ: []string{"B=b"}}.load(t)
		if err != nil {
			return
		}
		if address := c.RegistryOf("@x/y"); !strings.HasPrefix(address, "http") || !strings.HasSuffix(address, "/") {
			t.Fatalf("a registry at %q", address)
		}
		_ = c.Rewrite(registry.Public + "x/-/x-1.tgz")
	})
}
