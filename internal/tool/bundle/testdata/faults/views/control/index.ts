const a = "[31m"; import "./nope";
