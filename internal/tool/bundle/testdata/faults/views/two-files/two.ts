export const two = 2;
function two() {}
