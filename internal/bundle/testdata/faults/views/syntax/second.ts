export const two = ;
