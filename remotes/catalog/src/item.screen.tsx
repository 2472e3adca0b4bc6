export function Screen() {
  return <h1>Item</h1>;
}
