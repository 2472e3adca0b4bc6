export function Screen() {
  return <h1>Vendors</h1>;
}
