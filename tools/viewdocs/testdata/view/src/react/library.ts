export { createElement as h, useState } from "react";
