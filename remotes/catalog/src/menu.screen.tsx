export function Screen() {
  return <h1>Menu</h1>;
}
