declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
/** The address of a script of its own, such as a worker (releases/src/build/loaders/script-file-loader.cjs). */
declare module '*?file' {
  const url: string;
  export default url;
}
