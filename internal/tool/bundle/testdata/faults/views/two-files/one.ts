export const one = ;
