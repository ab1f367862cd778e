// A tree of parts whose shape the test changes.
import { textBlock, imageBlock } from "@oriel/view";
import { ModelContext, mount } from "@oriel/view/react";
import { useState } from "framework";

const App = () => {
  const [parts, setParts] = useState<any>({ order: ["a", "b"] });
  Object.assign(globalThis, { setParts });
  if (parts.gone) return <p id="gone">gone</p>;
  return (
    <main>
      <table>
        <tbody>
          <ModelContext content="Shows a table" data={{ kind: "table", rows: parts.order.length, ...parts.data }}>
            {parts.order.map((name: string) => (
              <tr key={name}>
                <td>
                  <ModelContext content={`Row ${name}`} data={{ last: name }}>
                    {parts.open === name && <ModelContext content={"Is open\nand long"} />}
                  </ModelContext>
                </td>
              </tr>
            ))}
          </ModelContext>
        </tbody>
      </table>
      {parts.early && <ModelContext content="" />}
      {parts.blocks && <ModelContext content={[textBlock("Ends"), imageBlock("AAAA", "image/png"), textBlock("after")]} />}
      <p id="count">{parts.order.length}</p>
    </main>
  );
};

mount(App);
