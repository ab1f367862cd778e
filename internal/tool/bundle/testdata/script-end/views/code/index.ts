const tag = (strings: TemplateStringsArray): string => strings[0] + strings.raw[0];
let x = 3;
console.log("</script><!--<script>", `</SCRIPT ${x}><!--`, /<\/script><!--/u.source, tag`</script>`, x < ! --x);
