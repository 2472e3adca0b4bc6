import { useEffect, useRef } from 'react';
import { canDropAt, type Drag, type Edge } from './menu-tree.rules';

/**
 * Makes an element draggable by its handle. While the library loads, an entry is moved by its buttons.
 * @param onDrop can be a new function at each render
 */
export function useDrag<T extends HTMLElement>(
  { kind, id }: Drag,
  onDrop: (dragged: Drag, target: Drag, edge: Edge) => void,
) {
  const element = useRef<T>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const row = element.current;
    const grip = handle.current;
    if (!row || !grip) return;
    const entry = { kind, id };
    let end: (() => void) | null = null;
    let isOver = false;
    void import('./drag-entries').then(
      ({ dragEntries }) => {
        if (isOver) return;
        end = dragEntries(row, {
          entry,
          handle: grip,
          accepts: (dragged) => canDropAt(dragged, entry),
          onDrop: (dragged, edge) => latest.current(dragged, entry, edge),
        });
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [kind, id]);
  return { element, handle };
}
