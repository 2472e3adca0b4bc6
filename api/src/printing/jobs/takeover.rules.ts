/** Decides which printer takes over the jobs of another one. Pure. */

export interface TakeoverPrinter {
  id: number;
  takeover_printer_id: number | null;
  /** False if it is away or has a problem. */
  isReady: boolean;
}

/**
 * Follows the takeovers from a printer to the first one that is ready.
 * @returns null if there is none
 */
export function takeoverOf<P extends TakeoverPrinter>(printers: readonly P[], id: number): P | null {
  const byId = new Map(printers.map((printer) => [printer.id, printer]));
  const seen = new Set([id]);
  for (let next = nextOf(id); next && !seen.has(next.id); next = nextOf(next.id)) {
    if (next.isReady) return next;
    seen.add(next.id);
  }
  return null;

  function nextOf(from: number): P | undefined {
    const to = byId.get(from)?.takeover_printer_id;
    return to == null ? undefined : byId.get(to);
  }
}

/** True if the takeovers would lead back to a printer once it hands over to `takeoverId`. */
export function isCircular(
  printers: readonly Pick<TakeoverPrinter, 'id' | 'takeover_printer_id'>[],
  id: number,
  takeoverId: number | null,
): boolean {
  const byId = new Map(printers.map((printer) => [printer.id, printer.takeover_printer_id]));
  const seen = new Set<number>();
  for (let next = takeoverId; next !== null && !seen.has(next); next = byId.get(next) ?? null) {
    if (next === id) return true;
    seen.add(next);
  }
  return false;
}
