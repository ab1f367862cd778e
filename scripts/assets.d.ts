// What a view may import besides scripts: esbuild inlines it.
declare module "*.css";
