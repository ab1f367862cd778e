const p = <p>hello</p>;
console.log(p);
