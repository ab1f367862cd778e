/** @jsx el */
import { h as el } from "../_jsx/h";

const List = ({ items }: { items: string[] }) => (
  <ul>
    {items.map((item) => (
      <li>{item}</li>
    ))}
  </ul>
);

document.body.append(<List items={["a", "b"]} />);
