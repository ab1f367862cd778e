import { Fragment, h } from "../_jsx/h";

document.body.append(
  <>
    <h1 class="title">Hello</h1>
    <p>one {1 + 1} three</p>
  </>,
);
