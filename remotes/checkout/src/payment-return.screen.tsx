export function Screen() {
  return <h1>Payment</h1>;
}
