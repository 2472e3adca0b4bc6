export function Screen() {
  return <h1>Orders</h1>;
}
