const plugin = require("tailwindcss/plugin");

module.exports = plugin(function ({ addUtilities, addComponents, matchUtilities, addVariant, theme }) {
	addUtilities({ ".panel": { padding: theme("spacing.4"), color: theme("colors.zinc.500") } });
	addComponents({ ".btn-plain": { all: "unset" } });
	matchUtilities({ tilt: (value) => ({ rotate: value }) }, { values: { 3: "3deg" } });
	addVariant("tall", "@media (min-height: 50rem)");
});
