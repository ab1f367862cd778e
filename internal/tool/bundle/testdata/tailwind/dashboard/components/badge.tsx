declare const h: (tag: unknown, props?: unknown, ...children: unknown[]) => string;
export function Badge({ count }: { count: number }) {
	return <span className="inline-flex items-center rounded-full bg-black/5 px-1.5 text-[0.6875rem] font-medium ring-1 ring-inset ring-black/10 dark:bg-white/10">{count}</span>;
}
