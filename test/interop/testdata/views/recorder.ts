// Sends the test whatever the host sends the view, as it arrives. It goes to the
// page above the host's sandbox as a log message, before the view gets it.

addEventListener("message", ({ data, source, isTrusted }) => {
  // A shim tells the page things as if the host had.
  if (source === parent && isTrusted) {
    parent.postMessage(
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "debug", logger: "recorder", data } },
      "*",
    );
  }
});
