package serve

import "net/http"

// exchange is an HTTP request and its response. It owns both, which know nothing of each
// other, and what the request occupies while it is worked on: a place among the calls,
// and memory.
type exchange struct {
	response

	handler   *handler
	request   request
	timeout   timeout[exchange] // of the handler
	interrupt func()            // ends the handler's context; set before its timeout starts

	// These belong to the goroutine of the request.
	body    int64 // how many bytes of memory the body uses
	unsent  int64 // how many bytes of the answer count as unsent
	working bool  // it has a place among the calls
	late    bool  // the handler has exceeded its timeout, so the client was answered without it
}

// refuse answers a request that is not worked on, and logs that.
func (x *exchange) refuse(id []byte, failure *rpcError) {
	x.handler.s.log.Info("request refused", "code", failure.Data["code"], "error", failure.Message)
	x.deny(id, failure)
}

// deny is refuse without a line in the log.
func (x *exchange) deny(id []byte, failure *rpcError) {
	status := failure.httpStatus(true)
	if failure.Code == codeInvalidParams && failure.status == 0 && failure.challenge == nil {
		status = http.StatusBadRequest // the _meta or the params can't be read (2026-07-28, "Streamable HTTP")
	}
	x.finish(status, failureJSON(id, failure))
}

// finish answers the request. Only the first answer is written.
func (x *exchange) finish(status int, message []byte) { x.end(status, answer{before: message}) }

// finishEarly answers the request while its handler is still running.
func (x *exchange) finishEarly(status int, message []byte) {
	x.respond(status, answer{before: message}, nil)
}

// end answers the request. It does not need its body any more.
func (x *exchange) end(status int, a answer) {
	x.dropBody()
	x.respond(status, a, x.endWorkFor)
	x.giveUnsent()
}

// accepted answers a notification, or an answer.
func (x *exchange) accepted() {
	x.header("Content-Length", "0")
	x.empty(http.StatusAccepted)
}

// empty answers without a body.
func (x *exchange) empty(status int) {
	x.dropBody()
	x.endWork()
	x.respondEmpty(status)
}

// startWork takes a place among the calls, or returns why there is none.
func (x *exchange) startWork() *rpcError {
	if x.handler.s.refusing.Load() {
		return closing()
	}
	if x.working = x.handler.s.calls.enter(); !x.working {
		return busy()
	}
	x.hurries = true
	return nil
}

// endWork leaves the place among the calls, if there is one.
func (x *exchange) endWork() {
	if x.working {
		x.working = false
		x.handler.s.calls.leave()
	}
}

// endWorkFor leaves the place among the calls before an answer of that many bytes is
// sent: a client that receives slowly must not keep others from being served. If too many
// bytes are unsent already, the answer keeps its place, which bounds how many there are,
// and its client has to hurry.
func (x *exchange) endWorkFor(size int) (hurry bool) {
	if !x.working {
		return false
	}
	if !x.takeUnsent(size) {
		return true
	}
	x.endWork()
	return false
}

// takeUnsent counts an answer of that many bytes as unsent. It reports false, and counts
// nothing, if too many bytes are unsent already.
func (x *exchange) takeUnsent(size int) bool {
	x.giveUnsent()
	if !x.handler.s.unsent.take(int64(size), int64(size)) {
		return false
	}
	x.unsent = int64(size)
	return true
}

func (x *exchange) giveUnsent() {
	x.handler.s.unsent.give(x.unsent)
	x.unsent = 0
}

// handled stops the timeout of a handler that has returned.
func (x *exchange) handled() { x.late = !x.timeout.stop() }

// release ends the exchange.
func (x *exchange) release() {
	x.dropBody()
	x.giveUnsent()
	x.response.release()
}
