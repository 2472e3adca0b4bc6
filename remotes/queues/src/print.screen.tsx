export function Screen() {
  return <h1>Receipt</h1>;
}
