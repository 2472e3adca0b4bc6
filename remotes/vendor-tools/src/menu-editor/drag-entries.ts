/** Lets the user drag an entry to another position of the menu. It is a chunk of its own, which loads once the menu is on the screen. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Drag, Edge } from './menu-tree.rules';

export interface DragOptions {
  entry: Drag;
  /** The element that the user drags by. */
  handle: Element;
  /** Tells whether the dragged entry may be dropped here. */
  accepts: (dragged: Drag) => boolean;
  onDrop: (dragged: Drag, edge: Edge) => void;
}

/** Marks the data of a drag as this page's, and so as an entry of this menu. */
const KEY = 'foodhall.menu-entry';

const draggedEntry = (data: Record<string, unknown>): Drag | undefined => data[KEY] as Drag | undefined;

/**
 * Makes an element draggable, and a place to drop others at. While an entry is over it, `data-edge` says on which side it would go.
 * @returns a function that ends it
 */
export function dragEntries(element: HTMLElement, { entry, handle, accepts, onDrop }: DragOptions): () => void {
  const edgeAt = (clientY: number): Edge => {
    const { top, height } = element.getBoundingClientRect();
    return clientY < top + height / 2 ? 'above' : 'below';
  };
  const mark = (edge: Edge | null) => {
    if (edge === null) delete element.dataset.edge;
    else element.dataset.edge = edge;
  };
  return combine(
    draggable({ element, dragHandle: handle, getInitialData: () => ({ [KEY]: entry }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => {
        const dragged = draggedEntry(source.data);
        return dragged !== undefined && accepts(dragged);
      },
      onDrag: ({ location }) => mark(edgeAt(location.current.input.clientY)),
      onDragLeave: () => mark(null),
      onDrop: ({ source, location }) => {
        mark(null);
        const dragged = draggedEntry(source.data);
        if (dragged) onDrop(dragged, edgeAt(location.current.input.clientY));
      },
    }),
    () => mark(null),
  );
}
