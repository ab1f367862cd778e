import "./base.css";
import styles from "./card.module.css";

document.body.className = styles.card;
