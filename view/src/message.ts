import { command } from "./command.ts";
import { connected } from "./connect.ts";
import { isOld } from "./old.ts";

/**
 * Puts a message into the conversation, as the user. Rejects with a ViewError
 * when the host refuses or has no conversation.
 */
export const sendMessage = async (text: string): Promise<void> => {
  await connected.catch(() => {});
  const block = { type: "text", text };
  // The old texts have one block where there is a list now.
  return command("ui/message", { role: "user", content: isOld() ? block : [block] }, (openai) =>
    openai.sendFollowUpMessage({ prompt: text }),
  );
};
