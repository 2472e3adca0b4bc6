/** Makes a response that comes when the test says so. */
export function pending() {
  let respond = () => {};
  const isDue = new Promise<void>((resolve) => {
    respond = resolve;
  });
  return { response: <T>(body: T): Promise<T> => isDue.then(() => body), respond };
}
