import { command } from "./command.ts";

/**
 * Puts a message into the conversation, as the user. Rejects with a ViewError
 * when the host refuses or has no conversation.
 */
export const sendMessage = (text: string): Promise<void> =>
  command("ui/message", { role: "user", content: [{ type: "text", text }] }, (openai) =>
    openai.sendFollowUpMessage({ prompt: text }),
  );
