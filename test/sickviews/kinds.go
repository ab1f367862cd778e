package sickviews

const (
	// withoutRuntime is a view that speaks to its host without the runtime; its height is what it says itself.
	withoutRuntime = `<!doctype html><p>A view</p><script>
		const post = (m) => parent.postMessage({jsonrpc: "2.0", ...m}, "*")
		const hello = {protocolVersion: "2026-01-26", appInfo: {name: "by hand", version: "1"}, appCapabilities: {}}
		const begin = (params) => {
			addEventListener("message", ({data}) => data.id === 1 && post({method: "ui/notifications/initialized"}))
			post({id: 1, method: "ui/initialize", params})
		}
	</script>`
	// says begins a script that sends a message to the host, once it is connected.
	says = Greets + `<script>const post = (m) => oriel.connected.then(() => parent.postMessage({jsonrpc: "2.0", ...m}, "*")); `
)

// Kinds returns faults of the kinds that the twelve don't have, and more of theirs.
func Kinds() []View {
	return []View{
		{
			"size-of-text", says + `post({method: "ui/notifications/size-changed", params: {height: "abc"}})</script>`,
			"warning", "size-changed with a height that is not a number",
		},
		{
			"unknown-notification", says + `post({method: "ui/notifications/sizechanged", params: {height: 9}})</script>`,
			"warning", "sent ui/notifications/sizechanged, which no version of MCP Apps has",
		},
		{
			"unknown-request", says + `post({id: "a", method: "ui/openlink", params: {url: "https://example.com"}})</script>`,
			"warning", "asked for ui/openlink, which no version of MCP Apps has",
		},
		{"no-introduction", withoutRuntime + `<script>begin({protocolVersion: 7, appCapabilities: {}})</script>`, "warning", "ui/initialize without appInfo"},
		{"numbered", withoutRuntime + `<script>begin({...hello, protocolVersion: 7})</script>`, "warning", "ui/initialize without protocolVersion"},

		{
			"endless-font", Greets + `<style>@font-face { font-family: Slow; src: url(NEVER/slow.woff2) } p { font-family: Slow, serif }</style>`,
			"warning", "The font NEVER/slow.woff2 has not arrived",
		},
		{"endless-video", Greets + `<video src="NEVER/film.mp4" autoplay muted></video>`, "warning", "The video NEVER/film.mp4 has not arrived"},
		{"endless-audio", Greets + `<audio controls><source src="NEVER/song.mp3"></audio>`, "warning", "The audio NEVER/song.mp3 has not arrived"},
		{
			"endless-fetch", Greets + `<script>fetch("NEVER/days.json?of=1").catch(() => 0)</script>`,
			"warning", "The fetch NEVER/days.json?of=1 has not arrived",
		},
		{
			"endless-request", Greets + `<script>const r = new XMLHttpRequest(); r.open("GET", "NEVER/days.xml"); r.send()</script>`,
			"warning", "The XMLHttpRequest NEVER/days.xml has not arrived",
		},
		{"endless-frame", Greets + `<iframe src="NEVER/map" title="A map"></iframe>`, "warning", "The iframe NEVER/map has not arrived"},

		{
			"failed-fetch", Greets + `<script>fetch("CLOSED/days.json").catch(() => 0)</script>`,
			"warning", "fetch of CLOSED/days.json failed: TypeError: Failed to fetch",
		},
		{"failed-picture", Greets + `<img src="CLOSED/picture.png" alt="">`, "warning", "img of CLOSED/picture.png failed"},
		{
			"failed-request", Greets + `<script>const r = new XMLHttpRequest(); r.open("GET", "CLOSED/days.xml"); r.send()</script>`,
			"warning", "XMLHttpRequest of CLOSED/days.xml failed",
		},
		{"console", Greets + `<script>console.error("no such row:", {id: 7})</script>`, "warning", `console.error: no such row: {"id":7}`},
		{
			"boxes", Runtime + `<style>i { display: block; margin: 4px; height: 20px; background: #08f }</style><i></i><i></i><i></i>`,
			"warning", "Only empty boxes are to be seen",
		},
		{"unpainted", Runtime + `<p style="clip-path: circle(0)">A view</p>`, "broken", "the browser has not painted any text"},
		{
			"flat", withoutRuntime + `<script>begin(hello); post({method: "ui/notifications/size-changed", params: {height: 0}})</script>`,
			"broken", "the view has asked for a height of 0 pixels",
		},
		{
			"empties", Greets + `<script>oriel.onToolResult(() => setTimeout(() => document.body.replaceChildren(), 6000))</script>`,
			"broken", "Nothing is to be seen",
		},
	}
}
