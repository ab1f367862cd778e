package tunnel_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/tunnel"
	"github.com/orielapps/oriel/ui"
)

// What the programs print, as their documentation and users show it.
const (
	cloudflared = `cat >&2 <<'END'
2026-11-20T16:27:14Z INF Requesting new quick Tunnel on trycloudflare.com...
2026-11-20T16:27:15Z INF +------------------------------------------------------------+
2026-11-20T16:27:15Z INF |  Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):  |
2026-11-20T16:27:15Z INF |  https://fare-write-waste-gadgets.trycloudflare.com        |
2026-11-20T16:27:15Z INF +------------------------------------------------------------+
END
exec sleep 100
`
	cloudflaredOffline = `cat >&2 <<'END'
2026-11-20T09:49:15Z INF Requesting new quick Tunnel on trycloudflare.com...
failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: lookup api.trycloudflare.com on 127.0.0.11:53: no such host
END
exit 1
`
	ngrok = `cat <<'END'
{"err":null,"lvl":"info","msg":"open config file","path":"/home/ada/.ngrok.yml","t":"2026-11-20T10:00:00Z"}
{"addr":"127.0.0.1:4040","lvl":"info","msg":"starting web service","obj":"web","t":"2026-11-20T10:00:00Z"}
{"addr":"http://127.0.0.1:8080","lvl":"info","msg":"started tunnel","name":"command_line","obj":"tunnels","t":"2026-11-20T10:00:00Z","url":"https://1a2b-3c.ngrok-free.app"}
END
exec sleep 100
`
	ngrokUnknown = `cat <<'END'
{"err":"authentication failed: Usage of ngrok requires a verified account and authtoken.","lvl":"eror","msg":"failed to auth","t":"2026-11-20T10:00:00Z"}
END
echo "ERROR:  authentication failed" >&2
exit 1
`
)

// installed returns an environment in which programs are scripts, which write what
// they are told into the folder.
func installed(t *testing.T, programs map[string]string) (environ []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, script := range programs {
		text := "#!/bin/sh\necho \"$@\" > " + filepath.Join(dir, name+".told") + "\n" + script
		programtest.WriteProgram(t, filepath.Join(dir, name), text)
	}
	return []string{"PATH=/nowhere", "PATH=" + dir + ":/usr/bin:/bin"}, dir
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, program, script, url, told string }{
		{"cloudflared", "", cloudflared, "https://fare-write-waste-gadgets.trycloudflare.com", "tunnel --no-autoupdate --url http://127.0.0.1:8080"},
		{"ngrok", "", ngrok, "https://1a2b-3c.ngrok-free.app", "http 127.0.0.1:8080 --log stdout --log-format json --log-level info"},
		{"ngrok", "ngrok", ngrok, "https://1a2b-3c.ngrok-free.app", "http 127.0.0.1:8080 --log stdout --log-format json --log-level info"},
	} {
		t.Run(test.name+test.program, func(t *testing.T) {
			t.Parallel()
			environ, dir := installed(t, map[string]string{test.name: test.script})
			opened, err := tunnel.Open(t.Context(), tunnel.Options{Address: "127.0.0.1:8080", Program: test.program, Environ: environ})
			if err != nil {
				t.Fatal(err)
			}
			if opened.URL != test.url || opened.Program != test.name {
				t.Errorf("%s has opened %s", opened.Program, opened.URL)
			}
			select {
			case <-opened.Ended():
				t.Error("it has ended")
			default:
			}
			opened.Close()
			opened.Close()
			select {
			case <-opened.Ended():
			default:
				t.Error("it has not ended")
			}
			told, err := os.ReadFile(filepath.Join(dir, test.name+".told"))
			if err != nil || strings.TrimSpace(string(told)) != test.told {
				t.Errorf("it was told %q, %v", told, err)
			}
		})
	}
}

func TestNoTunnel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		programs map[string]string
		program  string
		code     string
		says     string
	}{
		{name: "nothing is installed", code: "tunnel_missing", says: "no cloudflared"},
		{name: "another is installed", programs: map[string]string{"ngrok": ngrok}, program: "cloudflared", code: "tunnel_missing", says: "in PATH"},
		{name: "unknown", program: "frp", code: "tunnel_unknown", says: `"frp"`},
		{name: "offline", programs: map[string]string{"cloudflared": cloudflaredOffline}, code: "tunnel_failed", says: "no such host"},
		{name: "no account", programs: map[string]string{"ngrok": ngrokUnknown}, code: "tunnel_failed", says: "authentication failed"},
		{name: "silent", programs: map[string]string{"cloudflared": "exit 0"}, code: "tunnel_failed", says: "gave no reason"},
		{name: "hangs", programs: map[string]string{"cloudflared": "trap '' TERM; while :; do sleep 1; done"}, code: "tunnel_slow", says: "500ms"},
		{
			name:     "lies",
			programs: map[string]string{"ngrok": `echo '{"msg":"started tunnel","url":"http://127.0.0.1:1"}'; exec sleep 100`},
			code:     "tunnel_slow", says: "500ms",
		},
		{name: "floods", programs: map[string]string{"cloudflared": "head -c 10000000 /dev/zero; exit 1"}, code: "tunnel_failed", says: "gave no reason"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			environ, _ := installed(t, test.programs)
			options := tunnel.Options{Address: "127.0.0.1:8080", Program: test.program, Environ: environ}
			if test.code == "tunnel_slow" {
				options.Limit = 500 * time.Millisecond
			}
			_, err := tunnel.Open(t.Context(), options)
			known, ok := errors.AsType[*ui.Error](err)
			if !ok || known.Code != test.code || !strings.Contains(known.Message, test.says) || known.Fix == "" {
				t.Errorf("got %#v", err)
			}
		})
	}
}

func TestOpenIsCancelled(t *testing.T) {
	t.Parallel()
	environ, _ := installed(t, map[string]string{"cloudflared": "exec sleep 100"})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := tunnel.Open(ctx, tunnel.Options{Address: "127.0.0.1:8080", Environ: environ}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestATunnelMayEnd(t *testing.T) {
	t.Parallel()
	end := filepath.Join(t.TempDir(), "end")
	environ, _ := installed(t, map[string]string{"ngrok": strings.Replace(ngrok, "exec sleep 100", "until [ -e "+end+" ]; do sleep 0.02; done", 1)})
	opened, err := tunnel.Open(t.Context(), tunnel.Options{Address: "127.0.0.1:8080", Environ: environ})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if err := os.WriteFile(end, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case <-opened.Ended():
	case <-time.After(30 * time.Second):
		t.Error("nobody is told")
	}
}
