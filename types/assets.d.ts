declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  const url: string;
  export default url;
}
/** The address of a script of its own, such as a worker (scripts/lib/script-file-loader.js). */
declare module '*?file' {
  const url: string;
  export default url;
}
