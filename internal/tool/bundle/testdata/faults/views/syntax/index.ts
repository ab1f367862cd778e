import "./broken.css";
import "./second";

const forecast = {
	high: 21,
	low 12,
};
