export const tones = {
	info: "border-sky-200 bg-sky-50 text-sky-950 dark:border-sky-900 dark:bg-sky-950/50 dark:text-sky-100",
	good: "border-emerald-200 bg-emerald-50 text-emerald-950 3xl:rounded-card animate-wiggle gap-tight-7 font-display",
};
