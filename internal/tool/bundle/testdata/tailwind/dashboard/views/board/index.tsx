import "./style.css";
import { Badge } from "../../components/badge.tsx";
import { tones } from "../_shared/tones.ts";

declare const h: (tag: unknown, props?: unknown, ...children: unknown[]) => string;

const columns = [
	{ id: "todo", title: "To do", tone: "info" as const, cards: 3 },
	{ id: "done", title: "Done", tone: "good" as const, cards: 0 },
];

function Column({ title, tone, cards, open }: { title: string; tone: keyof typeof tones; cards: number; open: boolean }) {
	return (
		<section className={`group/column flex min-w-64 flex-1 flex-col gap-3 rounded-2xl border p-4 shadow-sm transition-[box-shadow,translate] duration-200 ease-out hover:-translate-y-0.5 hover:shadow-lg motion-reduce:transition-none ${tones[tone]} ${open ? "ring-2 ring-brand/60" : "opacity-75"}`}>
			<header className="sticky top-0 z-10 -mx-4 -mt-4 flex items-center justify-between rounded-t-2xl bg-white/80 px-4 py-2 backdrop-blur dark:bg-zinc-900/80">
				<h2 className="truncate text-sm/6 font-semibold tracking-tight text-balance">{title}</h2>
				<Badge count={cards} />
			</header>
			<ul className="grid auto-rows-min grid-cols-1 gap-2 *:rounded-lg *:bg-white/70 *:p-2 dark:*:bg-zinc-800 sm:grid-cols-2 2xl:grid-cols-[repeat(auto-fill,minmax(--spacing(40),1fr))]">
				<li className="first:mt-0 last:mb-0 odd:bg-gray-50 data-[dragging=true]:rotate-2 data-dragging:cursor-grabbing aria-selected:outline-2 aria-selected:outline-offset-2 aria-selected:outline-blue-500">
					<button type="button" className="peer size-8 shrink-0 cursor-pointer select-none rounded-full bg-linear-to-br from-brand from-10% via-fuchsia-500/70 to-sky-400 bg-[length:200%_100%] p-0 focus-visible:outline-none disabled:pointer-events-none disabled:opacity-50 group-hover/column:scale-105 supports-[display:grid]:grid" />
					<input className="form-field peer-focus:w-[calc(100%-2.5rem)] placeholder:text-gray-400/90 invalid:border-red-500 read-only:bg-transparent [&::-webkit-search-cancel-button]:hidden [font-variant-numeric:tabular-nums]" />
					<progress className="h-1.5 w-1/2 max-w-full accent-(--brand) [&>*]:rounded-none has-checked:hidden not-hover:opacity-90 in-[.compact]:h-1 nth-3:underline @md:w-2/3 @max-sm/column:hidden" />
				</li>
			</ul>
			<p className={["text-xs", "text-gray-500", open && "line-clamp-3", !open && "line-clamp-none"].filter(Boolean).join(" ")}>…</p>
		</section>
	);
}

const classes = { "animate-spin": true, "will-change-transform": false, invisible: columns.length === 0, 'before:content-["→"]': true };
document.body.className = Object.keys(classes).join(" ") + " font-sans antialiased print:bg-none forced-colors:border min-[900px]:columns-2 max-lg:px-2! -indent-px columns-[2_auto] rtl:space-x-reverse bg-[url('data:image/gif;base64,R0lGODlhAQABAAAAACw=')]";
document.body.innerHTML = columns.map((c) => Column({ ...c, open: true })).join("");
