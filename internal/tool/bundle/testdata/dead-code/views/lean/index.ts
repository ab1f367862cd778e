import { onToolResult } from "@oriel/view";
import { used } from "./library";

const never = (): string => "never called";

if (process.env.NODE_ENV !== "production") {
  console.log("only while developing");
}
if (false) used("unreachable");
onToolResult(() => used("alive"));
