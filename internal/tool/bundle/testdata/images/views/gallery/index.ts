import sun from "./sun.svg";
import dot from "../_art/dot.png";
import "./gallery.css";

for (const src of [sun, dot]) document.body.append(Object.assign(new Image(), { src }));
