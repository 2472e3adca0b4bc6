export function Screen() {
  return <h1>Edit Item</h1>;
}
