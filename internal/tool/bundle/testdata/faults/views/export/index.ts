import { missing } from "./library";

console.log(missing);
