package issuer

import (
	"encoding/json"
	"net/http"
)

// metadata is what clients read first (RFC 8414, OpenID Connect Discovery 1.0).
type metadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	RegistrationEndpoint  string   `json:"registration_endpoint"`
	UserInfoEndpoint      string   `json:"userinfo_endpoint"`
	IntrospectionEndpoint string   `json:"introspection_endpoint"`
	KeysEndpoint          string   `json:"jwks_uri"`
	Scopes                []string `json:"scopes_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	GrantTypes            []string `json:"grant_types_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	AuthMethods           []string `json:"token_endpoint_auth_methods_supported"`
	IntrospectionMethods  []string `json:"introspection_endpoint_auth_methods_supported"`
	SubjectTypes          []string `json:"subject_types_supported"`
	SigningAlgorithms     []string `json:"id_token_signing_alg_values_supported"`
	Claims                []string `json:"claims_supported"`
	ClientDocuments       bool     `json:"client_id_metadata_document_supported"`
	IssuerInResponse      bool     `json:"authorization_response_iss_parameter_supported"`
	RequestParameter      bool     `json:"request_parameter_supported"`
	RequestURIParameter   bool     `json:"request_uri_parameter_supported"`
}

const (
	authNone  = "none"
	authBasic = "client_secret_basic"
	authPost  = "client_secret_post"

	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"

	scopeOpenID  = "openid"
	scopeProfile = "profile"
	scopeEmail   = "email"
	scopeOffline = "offline_access"
)

// serveMetadata lists the scopes of OpenID Connect alone: what else there is, an app's own
// metadata says, and the issuer grants whatever the user ticks.
func (i *Issuer) serveMetadata(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, r, http.StatusOK, metadata{
		Issuer: i.origin, AuthorizationEndpoint: i.origin + "/authorize", TokenEndpoint: i.origin + "/token", RegistrationEndpoint: i.origin + "/register",
		UserInfoEndpoint: i.origin + "/userinfo", IntrospectionEndpoint: i.origin + "/introspect", KeysEndpoint: i.origin + "/jwks",
		Scopes:        []string{scopeOpenID, scopeProfile, scopeEmail, scopeOffline},
		ResponseTypes: []string{"code"}, ResponseModes: []string{"query"}, GrantTypes: []string{grantCode, grantRefresh},
		ChallengeMethods: []string{"S256"}, AuthMethods: []string{authNone, authBasic, authPost}, IntrospectionMethods: []string{authBasic, authPost},
		SubjectTypes: []string{"public"}, SigningAlgorithms: []string{algorithm},
		Claims:          []string{"sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "name", "preferred_username", "email", "email_verified"},
		ClientDocuments: true, IssuerInResponse: true,
	})
}

// writeJSON writes an answer. HEAD has the same headers, and no body.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // it fails if the client is gone
	}
}
