import type { Capabilities } from "./features.js";
/** What the texts of MCP Apps (2026-01-26 and the draft after it) let a host have, all of it. */
export declare const MCP_CAPABILITIES: Capabilities;
/** What is known of ChatGPT: the profile `chatgpt`, with facts of 2025-01-11 to 2026-11-24. */
export declare const CHATGPT_CAPABILITIES: Capabilities;
/** What is known of Claude: the profile `claude`, with facts of 2026-05-14 to 2026-11-24. */
export declare const CLAUDE_CAPABILITIES: Capabilities;
/** What is known of Codex: the profile `codex`, with facts of 2026-08-19 to 2026-11-24. */
export declare const CODEX_CAPABILITIES: Capabilities;
/** What is known of Cursor: the profile `cursor`, with facts of 2026-06-01 to 2026-11-24. */
export declare const CURSOR_CAPABILITIES: Capabilities;
/** What is known of Any MCP Apps host: the profile `generic`, with facts of 2026-01-26 to 2026-11-20. */
export declare const GENERIC_CAPABILITIES: Capabilities;
/** What is known of Goose: the profile `goose`, with facts of 2026-06-29 to 2026-11-24. */
export declare const GOOSE_CAPABILITIES: Capabilities;
/** What is known of Le Chat: the profile `le-chat`, with facts of 2026-08-22 to 2026-11-20. */
export declare const LE_CHAT_CAPABILITIES: Capabilities;
/** What is known of Microsoft 365 Copilot: the profile `m365-copilot`, with facts of 2026-08-22 to 2026-11-20. */
export declare const M365_COPILOT_CAPABILITIES: Capabilities;
/** What is known of MCP-UI (legacy): the profile `mcp-ui`, with facts of 2026-01-26 to 2026-11-20. */
export declare const MCP_UI_CAPABILITIES: Capabilities;
/** What is known of MCPJam: the profile `mcpjam`, with facts of 2026-08-22 to 2026-11-20. */
export declare const MCPJAM_CAPABILITIES: Capabilities;
/** What is known of Nanobot: the profile `nanobot`, with facts of 2026-01-26 to 2026-11-20. */
export declare const NANOBOT_CAPABILITIES: Capabilities;
/** What is known of Old SEP draft: the profile `sep-draft`, with facts of 2025-12-01 to 2026-11-20. */
export declare const SEP_DRAFT_CAPABILITIES: Capabilities;
/** What is known of Slackbot: the profile `slackbot`, with facts of 2026-06-24 to 2026-11-20. */
export declare const SLACKBOT_CAPABILITIES: Capabilities;
/** What is known of VS Code: the profile `vscode`, with facts of 2026-08-19 to 2026-11-24. */
export declare const VSCODE_CAPABILITIES: Capabilities;
