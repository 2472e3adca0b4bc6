export function Screen() {
  return <h1>Cart</h1>;
}
