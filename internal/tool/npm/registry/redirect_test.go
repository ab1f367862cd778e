package registry_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A client's certificate is shown to the registry that it is for, and to no host
// that this one redirects to.
func TestClientCertificateStaysAtItsHost(t *testing.T) {
	t.Parallel()
	var elsewhere string
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/away" {
			http.Redirect(w, r, elsewhere+"/", http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, strconv.Itoa(len(r.TLS.PeerCertificates)))
	}))
	server.TLS = &tls.Config{ClientAuth: tls.RequestClientCert, MinVersion: tls.VersionTLS12}
	server.StartTLS()
	t.Cleanup(server.Close)
	elsewhere = strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	certFile, keyFile := clientCertificate(t)
	key := strings.TrimPrefix(server.URL, "https:") + "/"
	client := quick(t, home{user: "strict-ssl=false\nregistry=" + server.URL + "\n" + key + ":certfile=" + certFile + "\n" + key + ":keyfile=" + keyFile}.mustLoad(t))
	for path, want := range map[string]string{"/here": "1", "/away": "0"} {
		if got, err := fetch(t, client, server.URL+path); err != nil || got != want {
			t.Errorf("%s: %s certificates are shown: %v", path, got, err)
		}
	}
}

// clientCertificate makes a certificate, and returns the files of it and of its key.
func clientCertificate(t *testing.T) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))),
		writeFile(t, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
}
