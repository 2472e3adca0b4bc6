export function Screen() {
  return <h1>Order</h1>;
}
