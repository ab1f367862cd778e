import "./style.css";
import styles from "./card.module.css";
document.body.innerHTML = `<p class="${styles.title} tw:flex tw:hover:bg-red-500/50 flex tw:[color:red] tw:-mt-2"></p>`;
