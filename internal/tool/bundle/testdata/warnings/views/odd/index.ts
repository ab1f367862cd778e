const place = new URL("./x", import.meta.url);
const o = { a: 1, a: 2 };
console.log(place, o, typeof o === "undefinde");
