package sickviews

// More returns eleven of the twelve faults that somebody wrote who had not looked at how faults are found. The twelfth is a
// view that waits for a message of a wrong name, and says so.
func More() []View {
	return []View{
		{"frozen", Greets + `<script>oriel.onToolResult(() => { for (;;) {} })</script>`, "broken", "scripts have not paused"},
		{"spinner", Runtime + `<style>
				@keyframes turn { to { rotate: 1turn } }
				i { display: block; width: 30px; height: 30px; border: 3px solid #8888; border-top-color: #08f; border-radius: 50% }
				i { animation: turn 1s infinite }
			</style><i></i><script>
				oriel.onToolResult(({ structuredContent }) => { if (structuredContent?.rows) document.body.textContent = "rows" })
			</script>`, "broken", "Nothing is to be seen"},
		{"covered", Greets + `<div style="position:fixed;inset:0;background:#fff;z-index:9"></div>`, "broken", "something opaque is in front"},
		{"off-screen", Runtime + `<main style="position:absolute;left:-9999px;width:300px">A view</main>`, "broken", "Nothing is to be seen"},
		{"transparent", Runtime + `<style>main { opacity: 0; transition: opacity .3s } main.in { opacity: 1 }</style><main>A view</main><script>
				oriel.onToolResult(({ meta }) => meta?.animate && document.querySelector("main").classList.add("in"))
			</script>`, "broken", "Nothing is to be seen"},
		{"no-such-module", Greets + `<script type="module">import { Chart } from "chart.js"; new Chart()</script>`, "broken", `module specifier "chart.js"`},
		{
			"parses-nothing", Greets + `<script>oriel.onToolResult(async (result) => { await 0; JSON.parse(result.data?.json) })</script>`,
			"broken", `"undefined" is not valid JSON`,
		},
		{"swallows", Runtime + `<main></main><script>oriel.onToolResult(() => {
				try {
					document.querySelector("main").append(window.rows[0].name)
				} catch (error) {
					console.error("The view failed:", error)
					document.querySelector("main").replaceChildren()
				}
			})</script>`, "broken", "Nothing is to be seen"},
		{"socket", Greets + `<script>new WebSocket("ELSEWHERE/live".replace("http", "ws"))</script>`, "warning", "/live for connect-src"},
		{"tiny", Runtime + `<style>body { font-size: calc(var(--text-size) * 1px); zoom: .001 }</style><p>A view</p>`, "broken", "Nothing is to be seen"},
		{"framed", Greets + `<iframe src="ELSEWHERE/video" title="A video"></iframe>`, "warning", "ELSEWHERE for frame-src"},
	}
}
