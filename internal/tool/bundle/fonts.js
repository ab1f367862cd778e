// Hosts' policies refuse fonts of data: URLs, and have nothing against fonts that
// a script makes of bytes. "fonts" is the text of a style sheet.
const descriptors = ["ascent-override", "descent-override", "font-display", "font-feature-settings", "font-stretch", "font-style",
  "font-variation-settings", "font-weight", "line-gap-override", "size-adjust", "unicode-range"];
const sheet = new CSSStyleSheet(); // which is part of no document, so nothing of it is loaded
sheet.replaceSync(fonts);
for (const { style } of sheet.cssRules) {
  const [, data] = /url\("?data:font\/[^,]*;base64,([^")]*)/.exec(style.getPropertyValue("src"));
  const family = style.getPropertyValue("font-family").replace(/^["']|["']$/g, "");
  const described = {};
  for (const name of descriptors) {
    const value = style.getPropertyValue(name);
    if (value) described[name.replace("font-", "").replace(/-./g, (letters) => letters[1].toUpperCase())] = value;
  }
  document.fonts.add(new FontFace(family, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)), described));
}
