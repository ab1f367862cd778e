// The values of the 76 style variables of MCP Apps in the workbench's hosts. Each colour contains both themes, so that a
// change of the theme needs no new variables.

type Pair = readonly [light: string, dark: string];

const colors: Record<string, Pair> = {
  "background-primary": ["#ffffff", "#1c1e22"],
  "background-secondary": ["#f5f6f7", "#25282d"],
  "background-tertiary": ["#ebedf0", "#2f3339"],
  "background-inverse": ["#17191c", "#f2f3f5"],
  "background-ghost": ["#ffffff00", "#1c1e2200"],
  "background-info": ["#e8f0fe", "#16294d"],
  "background-danger": ["#fdecea", "#4a1a17"],
  "background-success": ["#e6f4ea", "#12381f"],
  "background-warning": ["#fdf3dc", "#42310a"],
  "background-disabled": ["#f0f1f3", "#25282d"],
  "text-primary": ["#17191c", "#f2f3f5"],
  "text-secondary": ["#50565e", "#b4bac2"],
  "text-tertiary": ["#6b727b", "#949ba4"],
  "text-inverse": ["#ffffff", "#17191c"],
  "text-ghost": ["#6b727b", "#949ba4"],
  "text-info": ["#1a4fb8", "#9dbcff"],
  "text-danger": ["#a8201a", "#ffaaa3"],
  "text-success": ["#17693a", "#86d9a4"],
  "text-warning": ["#7d5200", "#f0c566"],
  "text-disabled": ["#9aa0a8", "#6b727b"],
  "border-primary": ["#d6d9de", "#3d4249"],
  "border-secondary": ["#e4e6ea", "#31353b"],
  "border-tertiary": ["#eff0f2", "#282b30"],
  "border-inverse": ["#3d4249", "#d6d9de"],
  "border-ghost": ["#d6d9de00", "#3d424900"],
  "border-info": ["#a9c4f5", "#2d4f94"],
  "border-danger": ["#f0b3ae", "#8a3630"],
  "border-success": ["#a6d8b8", "#2b6b42"],
  "border-warning": ["#ecd08c", "#785a17"],
  "border-disabled": ["#e4e6ea", "#31353b"],
  "ring-primary": ["#2152c8", "#8fb2ff"],
  "ring-secondary": ["#8a919b", "#7d848d"],
  "ring-inverse": ["#ffffff", "#17191c"],
  "ring-info": ["#2152c8", "#8fb2ff"],
  "ring-danger": ["#c2312a", "#ff8f86"],
  "ring-success": ["#1d8247", "#5fc987"],
  "ring-warning": ["#a66d00", "#e0ad3a"],
};

// Background and border colours that match the cards of these hosts.
const surfaces: Record<string, Record<string, Pair>> = {
  claude: {
    "background-primary": ["#fefdfb", "#30302e"],
    "background-secondary": ["#f5f3ec", "#3a3a37"],
    "background-tertiary": ["#ebe8de", "#454541"],
    "background-ghost": ["#fefdfb00", "#30302e00"],
    "border-primary": ["#d9d5c9", "#52524d"],
    "border-secondary": ["#e6e2d8", "#454541"],
    "border-tertiary": ["#f0ede5", "#3d3d3a"],
  },
  chatgpt: {
    "background-primary": ["#ffffff", "#2a2a2a"],
    "background-secondary": ["#f4f4f4", "#333333"],
    "background-tertiary": ["#ececec", "#3d3d3d"],
    "background-ghost": ["#ffffff00", "#2a2a2a00"],
    "border-primary": ["#d9d9d9", "#4a4a4a"],
    "border-secondary": ["#e6e6e6", "#3f3f3f"],
    "border-tertiary": ["#f0f0f0", "#363636"],
  },
};

const rest: Record<string, string> = {
  "--font-sans":
    '-apple-system, BlinkMacSystemFont, "Segoe UI", "Adwaita Sans", Cantarell, Ubuntu, Roboto, "Helvetica Neue", Arial, system-ui, sans-serif',
  "--font-mono": 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  "--font-weight-normal": "400",
  "--font-weight-medium": "500",
  "--font-weight-semibold": "600",
  "--font-weight-bold": "700",
  "--font-text-xs-size": "0.75rem",
  "--font-text-xs-line-height": "1.4",
  "--font-text-sm-size": "0.875rem",
  "--font-text-sm-line-height": "1.45",
  "--font-text-md-size": "1rem",
  "--font-text-md-line-height": "1.5",
  "--font-text-lg-size": "1.125rem",
  "--font-text-lg-line-height": "1.5",
  "--font-heading-xs-size": "0.875rem",
  "--font-heading-xs-line-height": "1.35",
  "--font-heading-sm-size": "1rem",
  "--font-heading-sm-line-height": "1.35",
  "--font-heading-md-size": "1.25rem",
  "--font-heading-md-line-height": "1.3",
  "--font-heading-lg-size": "1.5rem",
  "--font-heading-lg-line-height": "1.25",
  "--font-heading-xl-size": "1.875rem",
  "--font-heading-xl-line-height": "1.2",
  "--font-heading-2xl-size": "2.25rem",
  "--font-heading-2xl-line-height": "1.15",
  "--font-heading-3xl-size": "3rem",
  "--font-heading-3xl-line-height": "1.1",
  "--border-radius-xs": "4px",
  "--border-radius-sm": "6px",
  "--border-radius-md": "8px",
  "--border-radius-lg": "12px",
  "--border-radius-xl": "16px",
  "--border-radius-full": "9999px",
  "--border-width-regular": "1px",
  "--shadow-hairline": "0 0 0 1px light-dark(rgb(0 0 0 / 8%), rgb(255 255 255 / 10%))",
  "--shadow-sm": "0 1px 2px light-dark(rgb(0 0 0 / 8%), rgb(0 0 0 / 40%))",
  "--shadow-md": "0 2px 8px light-dark(rgb(0 0 0 / 10%), rgb(0 0 0 / 45%))",
  "--shadow-lg": "0 8px 24px light-dark(rgb(0 0 0 / 14%), rgb(0 0 0 / 55%))",
};

export function styleVariables(profile: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, [light, dark]] of Object.entries({ ...colors, ...surfaces[profile] })) {
    out[`--color-${name}`] = `light-dark(${light}, ${dark})`;
  }
  return { ...out, ...rest };
}
