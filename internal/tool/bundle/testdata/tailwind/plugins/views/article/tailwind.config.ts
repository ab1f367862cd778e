import type { Config } from "tailwindcss";
import colors from "tailwindcss/colors";

export default {
	darkMode: "selector",
	theme: { extend: { colors: { accent: colors.teal[600] }, borderRadius: { huge: "4rem" } } },
} satisfies Config;
