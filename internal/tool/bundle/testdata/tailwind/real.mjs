// What Tailwind itself makes of projects: a list of jobs comes in, their styles go
// out. Folders are scanned by its own scanner.
import { Scanner } from "@tailwindcss/oxide";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { compile } from "tailwindcss";

const jobs = JSON.parse(readFileSync(0, "utf8"));
const styles = [];
for (const job of jobs) {
	if (job.texts) {
		const found = job.texts.map((one) => new Scanner({ sources: [] }).scanFiles([{ content: one.text, extension: one.extension }]));
		const compiled = await compile('@import "tailwindcss";', { base: job.base, loadStylesheet: stylesheet });
		styles.push(...found.map((names) => names.sort().join("\n")), compiled.build([...new Set(found.flat())]));
		continue;
	}
	const compiled = await compile(job.css, { base: job.base, loadStylesheet: stylesheet, loadModule: script });
	const automatic = compiled.root === null ? job.folders.map((base) => ({ base, pattern: "**/*", negated: false })) : [];
	styles.push(compiled.build(new Scanner({ sources: [...automatic, ...compiled.sources] }).scan()));
}
process.stdout.write(JSON.stringify(styles));

async function stylesheet(id, base) {
	const require = createRequire(path.resolve(base, "style.css"));
	let file = path.join(base, id);
	if (!id.startsWith(".")) {
		const folder = path.dirname(require.resolve("tailwindcss/package.json"));
		file = path.join(folder, id === "tailwindcss" ? "index.css" : id.slice("tailwindcss/".length));
	}
	return { path: file, base: path.dirname(file), content: readFileSync(file, "utf8") };
}

async function script(id, base) {
	const require = createRequire(path.join(base, "style.css"));
	const loaded = await import(require.resolve(id));
	return { path: id, base, module: loaded.default ?? loaded };
}
