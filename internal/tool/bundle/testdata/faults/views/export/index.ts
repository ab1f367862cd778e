import { missing } from "./library";
import { prezent } from "./library";
import { onToolResults } from "@oriel/view";

console.log(missing, prezent, onToolResults);
