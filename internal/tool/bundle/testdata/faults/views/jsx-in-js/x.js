export const x = <p>hello</p>;
