import { h } from "./h";

export default function Forecast() {
  return <p>never shown</p>;
}
