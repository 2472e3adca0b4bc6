export function Slot() {
  return null;
}
