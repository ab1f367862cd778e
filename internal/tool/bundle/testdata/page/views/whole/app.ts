import "./app.css";
import { count } from "./count";

console.log(count());
