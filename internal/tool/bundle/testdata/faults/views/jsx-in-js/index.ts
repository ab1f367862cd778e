import "./x.js";
