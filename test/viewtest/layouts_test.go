package viewtest_test

// A layout is a page and something that happens to it.
type layout struct {
	name, css, body string
	// change is a script that makes the content higher; it has happened when the
	// promise that it may return has settled.
	change string
	// fits is whether the frame has to get exactly the height of the content.
	// Other layouts follow their frame, and have to come to rest.
	fits bool
	// declares is whether the view has declared the origin that its font is from.
	declares bool
}

// lateFont gives the page a font that is the script's own, when it has been shown without.
// Fonts are not among what the default policy lets a page load.
const lateFont = `new Promise((done) => setTimeout(done, 50)).then(async () => {
	const bytes = Uint8Array.from(atob(tall), (char) => char.charCodeAt(0));
	document.fonts.add(await new FontFace("tall", bytes.buffer).load());
	await document.fonts.ready;
})`

const (
	lines = `<p>one</p><p>two</p><p>three</p><p>four</p><p>five</p><p>six</p>`
	more  = `document.querySelector("#more").innerHTML += "<p>more</p>".repeat(8)`
	// picture is a picture that arrives a moment after it was asked for.
	picture = `new Promise((done) => setTimeout(() => {
		const image = new Image();
		image.onload = done;
		image.style.display = "block";
		image.src = "data:image/svg+xml," + encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' width='120' height='333'/>");
		document.querySelector("#more").append(image);
	}, 50))`
)

func layouts() []layout {
	return []layout{
		{name: "natural", body: `<div id="more">` + lines + `</div>`, change: more, fits: true},
		{name: "no-margins", css: `body { margin: 0 } p { margin: 0 }`, body: `<div id="more">` + lines + `</div>`, change: more, fits: true},
		{name: "height-100", css: `html, body { height: 100%; margin: 0 }`, body: `<div id="more">` + lines + `</div>`, change: more, fits: true},
		{
			name: "height-100-to-the-root", css: `html, body, #root { height: 100%; margin: 0 }`,
			body: `<div id="root"><div id="more">` + lines + `</div></div>`, change: more, fits: true,
		},
		{name: "height-100-with-margins", css: `html, body { height: 100% }`, body: `<div id="more">` + lines + `</div>`, change: more},
		{
			name: "100vh", css: `body { margin: 0 } #root { height: 100vh }`,
			body: `<div id="root"><div id="more">` + lines + `</div></div>`, change: more,
		},
		{
			name: "min-height-100vh", css: `body { margin: 0; min-height: 100vh }`,
			body: `<div id="more">` + lines + `</div>`, change: more, fits: true,
		},
		{
			name: "100vh-and-padding", css: `body { padding: 20px; height: 100vh }`,
			body: `<div id="more">` + lines + `</div>`, change: more,
		},
		{
			name: "100dvh-grid", css: `body { margin: 0; display: grid; min-height: 100dvh; grid-template-rows: auto 1fr auto }`,
			body: `<p>head</p><div id="more">` + lines + `</div><p>foot</p>`, change: more, fits: true,
		},
		{
			name: "flex-column", css: `body { margin: 0; display: flex; flex-direction: column; height: 100vh } main { flex: 1; overflow: auto }`,
			body: `<p>head</p><main id="more">` + lines + `</main><p>foot</p>`, change: more,
		},
		{
			name: "flex-column-that-grows",
			css:  `html { height: 100% } body { margin: 0; display: flex; flex-direction: column; min-height: 100% } main { flex: 1 }`,
			body: `<p>head</p><main id="more">` + lines + `</main><p>foot</p>`, change: more, fits: true,
		},
		{
			name: "half-the-frame", css: `body { margin: 0 } #root { min-height: 50vh }`,
			body: `<div id="root"></div><div id="more">` + lines + `</div>`, change: more,
		},
		{name: "late-image", body: `<div id="more">` + lines + `</div>`, change: picture, fits: true},
		{
			name: "late-image-in-100", css: `html, body, #root { height: 100%; margin: 0 }`,
			body: `<div id="root"><div id="more">` + lines + `</div></div>`, change: picture, fits: true,
		},
		{
			name: "late-font", css: `p { font: 20px tall, monospace }`, body: `<p>AAAA</p><p>AAAA</p><p>AAAA</p>`,
			change: lateFont, fits: true,
		},
		{
			name: "late-font-in-100", declares: true,
			css: `@font-face { font-family: tall; src: url(/tall.ttf) }
html, body, #root { height: 100%; margin: 0 } p { font: 20px monospace } .tall p { font-family: tall, monospace }`,
			body:   `<div id="root"><p>AAAA</p><p>AAAA</p><p>AAAA</p></div>`,
			change: `document.body.classList.add("tall"), document.fonts.ready`, fits: true,
		},
		{
			name: "max-content", css: `html { height: max-content } body { width: max-content; height: max-content }`,
			body: `<div id="more">` + lines + `</div>`, change: more, fits: true,
		},
		{
			name: "fractions", css: `p { margin: 0; height: 20.37px }`, body: `<div id="more">` + lines + `</div>`, change: more, fits: true,
		},
		{
			name: "fractions-in-100", css: `html, body { height: 100%; margin: 0.3px } p { margin: 0; height: 20.37px }`,
			body: `<div id="more">` + lines + `</div>`, change: more,
		},
		{
			name: "zoomed", css: `html { zoom: 1.1 }`, body: `<div id="more">` + lines + `</div>`, change: more, fits: true,
		},
		{
			name: "calculated", css: `body { margin: 0 } #root { min-height: calc(100vh - 1px) }`,
			body: `<div id="root"><div id="more">` + lines + `</div></div>`, change: more,
		},
		{
			name: "higher-than-the-frame", css: `body { margin: 0 } #root { min-height: calc(100vh + 7px) }`,
			body: `<div id="root"><div id="more">` + lines + `</div></div>`, change: more,
		},
	}
}
