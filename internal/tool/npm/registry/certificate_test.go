package registry_test

import (
	"encoding/pem"
	"net/http/httptest"
)

// certificate is that of a server, as PEM.
func certificate(server *httptest.Server) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
}
