export function Screen() {
  return <h1>Venues</h1>;
}
