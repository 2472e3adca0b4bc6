export function Screen() {
  return <h1>Items</h1>;
}
