/**
 * Code that is requested when it is needed, once. A failure is forgotten, so that the next call requests it again; `use`
 * throws it to the nearest boundary, whose retry is such a call.
 */
export function onDemand<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    if (loading) return loading;
    const current = load();
    loading = current;
    current.then(
      // `use` reads these fields, so code that has arrived renders at once, without the fallback.
      (value) => Object.assign(current, { status: 'fulfilled', value }),
      () => {
        loading = undefined;
      },
    );
    return current;
  };
}
