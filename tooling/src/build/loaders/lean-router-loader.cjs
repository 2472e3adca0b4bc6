/**
 * React Router without what a declarative router never uses: names of contexts for the developer tools, components that are
 * exported and not imported, and the prefetch of framework mode. The package marks none of it as free of side effects, so
 * webpack would keep it: 4 KB of the first screen.
 */
const CALLS = /= (React\d*\.(?:forwardRef|createContext)\()/g;
const NAMES = /^\w+\.displayName = "[\w.]+";$/gm;
/** By name, from its first line to the closing brace at the start of a line. Outside framework mode its prefetch throws. */
const REPLACED = {
  usePrefetchBehavior: 'function usePrefetchBehavior() { return [false, null, {}]; }\n',
  PrefetchPageLinks: 'function PrefetchPageLinks() { return null; }\n',
};

/**
 * @param {string} source a chunk of react-router/dist/production
 * @throws {Error} if a later version of the package writes these functions in another way
 */
module.exports = function leanRouter(source) {
  const lean = source.replace(CALLS, '= /* @__PURE__ */ $1').replace(NAMES, '');
  return Object.entries(REPLACED).reduce((text, [name, code]) => {
    if (!text.includes(`function ${name}(`)) return text;
    const whole = new RegExp(`^function ${name}\\([^]*?^}\\n`, 'm');
    if (!whole.test(text)) throw new Error(`lean-router-loader.cjs does not find the end of ${name} in React Router.`);
    return text.replace(whole, () => code);
  }, lean);
};
