// The development servers serve this before everything else. Each app has a fast-refresh runtime of its own, and a remote's starts after
// React has registered its renderer: this keeps the renderers for the runtimes that start later.

/** @type {Map<number, unknown>} */
const renderers = new Map();
/** @type {Window & {__REACT_DEVTOOLS_GLOBAL_HOOK__?: object}} */
const devtoolsWindow = window;
devtoolsWindow.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers,
  supportsFiber: true,
  inject(/** @type {unknown} */ renderer) {
    const id = renderers.size + 1;
    renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot() {},
  onCommitFiberRoot() {},
  onCommitFiberUnmount() {},
};
