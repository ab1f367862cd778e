package workbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

const mebibyte = 1 << 20

// The most that a request's body may hold, in bytes. A view's may carry the
// result that it is taken from.
const (
	maxBody       = mebibyte
	maxAnswerBody = 8 * mebibyte // a model's answer may carry pictures
	maxCallBody   = 32 * mebibyte
	maxViewBody   = mcpclient.MaxMessage + 8*mebibyte
)

func (w *Workbench) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/session", func(response http.ResponseWriter, r *http.Request) {
		w.answer(response, r, w.describe(), nil)
	})
	mux.HandleFunc("GET /api/events", w.stream)
	mux.HandleFunc("POST /api/list", handle(w, maxBody, w.list))
	mux.HandleFunc("POST /api/prompt", w.prompt)
	mux.HandleFunc("POST /api/complete", handle(w, maxBody, w.complete))
	mux.HandleFunc("POST /api/loglevel", handle(w, maxBody, w.setLogLevel))
	mux.HandleFunc("POST /api/answer", handle(w, maxAnswerBody, w.answerQuestion))
	mux.HandleFunc("POST /api/restart", handle(w, maxBody, w.restart))
	mux.HandleFunc("POST /api/signin", handle(w, maxBody, w.showSignIn))
	mux.HandleFunc("POST /api/signin/start", handle(w, maxBody, w.startSignIn))
	mux.HandleFunc("POST /api/signin/cancel", handle(w, maxBody, w.cancelSignIn))
	mux.HandleFunc("POST /api/signin/out", handle(w, maxBody, w.signOut))
	mux.HandleFunc("POST /api/call", w.call)
	mux.HandleFunc("POST /api/resource", w.resource)
	mux.HandleFunc("POST /api/view", handle(w, maxViewBody, w.view))
	mux.HandleFunc("POST /api/standby", handle(w, maxBody, w.standby))
	mux.HandleFunc("POST /api/shown", handle(w, maxBody, w.shown))
	mux.HandleFunc("POST /api/keep", handle(w, maxKeepBody, w.keep))
	mux.HandleFunc("POST /api/kept", handle(w, maxBody, w.showKept))
	mux.HandleFunc("POST /api/health", handle(w, maxBody, w.health))
	mux.HandleFunc("POST /api/release", handle(w, maxBody, w.release))
	mux.HandleFunc("/api/", func(response http.ResponseWriter, r *http.Request) {
		w.fail(response, r, &ui.Error{Code: "unknown_route", Message: fmt.Sprintf("There is no %s %s.", r.Method, r.URL.Path)})
	})
	return mux
}

// handle reads a request's body into In and answers with what do returns.
func handle[In any](w *Workbench, limit int64, do func(r *http.Request, in In) (any, error)) http.HandlerFunc {
	return func(response http.ResponseWriter, r *http.Request) {
		in, err := decode[In](response, r, limit)
		if err != nil {
			w.fail(response, r, err)
			return
		}
		out, err := do(r, in)
		w.answer(response, r, out, err)
	}
}

func decode[In any](response http.ResponseWriter, r *http.Request, limit int64) (In, error) {
	var in In
	body, err := io.ReadAll(http.MaxBytesReader(response, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return in, &ui.Error{
			Code:    "body_too_large",
			Message: fmt.Sprintf("The request's body is larger than %d MiB.", limit/mebibyte),
			Fix:     "Send less.",
		}
	case err != nil:
		return in, fmt.Errorf("reading the request: %w", err)
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return in, &ui.Error{
			Code:    "body_invalid",
			Message: fmt.Sprintf("The request's body can't be read: %v.", err),
			Fix:     "Send the JSON object that the route expects.",
		}
	}
	return in, nil
}

// answer writes a value as JSON, or the error in its place.
func (w *Workbench) answer(response http.ResponseWriter, r *http.Request, value any, err error) {
	if err != nil {
		w.fail(response, r, err)
		return
	}
	w.write(response, r, http.StatusOK, value)
}

type failure struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Fix     string `json:"fix"`
	} `json:"error"`
}

// fail answers with an error.
func (w *Workbench) fail(response http.ResponseWriter, r *http.Request, err error) {
	body, code := w.failure(r, err)
	if code == "token_required" {
		response.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.write(response, r, statusOf(code), body)
}

// failure puts an error into words. What isn't meant for people is logged and
// masked.
func (w *Workbench) failure(r *http.Request, err error) (body failure, code string) {
	var (
		known *ui.Error
		rpc   *mcpclient.RPCError
	)
	switch {
	case errors.As(err, &known):
		body.Error.Code, body.Error.Message, body.Error.Fix = known.Code, w.events.redact.clean(known.Message), known.Fix
	case errors.As(err, &rpc):
		body.Error.Code, body.Error.Message = "server_refused", w.events.redact.clean(rpc.Message)
	default:
		w.log.ErrorContext(r.Context(), "a request failed", "path", r.URL.Path, "error", err)
		body.Error.Code, body.Error.Message = "internal", "The workbench failed to do this."
		body.Error.Fix = "Its log says more."
	}
	return body, body.Error.Code
}

func statusOf(code string) int {
	switch code {
	case "token_required":
		return http.StatusUnauthorized
	case "foreign_origin", "tool_not_for_views":
		return http.StatusForbidden
	case "unknown_route", "unknown_server", "unknown_profile", "unknown_tool", "view_not_found", "question_over":
		return http.StatusNotFound
	case "json_required":
		return http.StatusUnsupportedMediaType
	case "body_too_large", "request_too_large", "kept_full":
		return http.StatusRequestEntityTooLarge
	case "body_invalid", "arguments_invalid", "globals_invalid", "restore_invalid", "answer_invalid", "log_level_unknown",
		"sign_in_impossible", "sign_in_by_header":
		return http.StatusBadRequest
	case "view_type_unknown", "view_too_large", "view_content_invalid", "view_uri_invalid", "view_url_invalid":
		return http.StatusUnprocessableEntity
	case "server_unreachable", "server_status", "server_redirects", "server_gone", "server_refused", "server_answer_malformed", "server_exited",
		"server_not_started", "endpoint_invalid", "endpoint_elsewhere", "header_invalid", "transport_unknown", "auth_required",
		"result_too_large", "question_malformed", "question_too_large", "question_url_refused", "question_not_offered", "question_unknown",
		"question_unanswered", "question_refused", "too_many_questions", "answer_unfit":
		return http.StatusBadGateway
	case "server_timeout":
		return http.StatusGatewayTimeout
	case "too_many_origins", "no_port", "sandbox_closed", "client_closed", "server_restarted", "signed_out", "cancelled":
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

func (w *Workbench) write(response http.ResponseWriter, r *http.Request, status int, value any) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		w.log.ErrorContext(r.Context(), "an answer could not be written as JSON", "path", r.URL.Path, "error", err)
		http.Error(response, "internal error", http.StatusInternalServerError)
		return
	}
	kind := "application/json"
	if more, ok := value.(interface{ trailer() string }); ok && more.trailer() != "" {
		kind = "text/plain; charset=utf-8"
		_, _ = buffer.WriteString(more.trailer()) // a buffer takes everything
	}
	response.Header().Set("Content-Type", kind)
	response.WriteHeader(status)
	// A browser that has gone is the only reason to fail.
	_, _ = response.Write(buffer.Bytes())
}
