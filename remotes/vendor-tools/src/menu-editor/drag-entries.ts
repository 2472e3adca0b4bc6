/** Dragging an entry to another place of the menu. A chunk of its own: it is loaded once the menu is on the screen. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Drag, Edge } from './menu-tree.rules';

export interface DragOptions {
  entry: Drag;
  /** What is taken hold of. */
  handle: Element;
  /** Whether what is dragged may be dropped here. */
  accepts: (dragged: Drag) => boolean;
  onDrop: (dragged: Drag, edge: Edge) => void;
}

/** What a drag carries: of this page, and so an entry of this menu. */
const KEY = 'foodhall.menu-entry';

const draggedOf = (data: Record<string, unknown>): Drag | undefined => data[KEY] as Drag | undefined;

/**
 * Makes an element draggable, and a place to drop others at. While one is over it, `data-edge` says on which side it would go.
 * @returns what ends it
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
        const dragged = draggedOf(source.data);
        return dragged !== undefined && accepts(dragged);
      },
      onDrag: ({ location }) => mark(edgeAt(location.current.input.clientY)),
      onDragLeave: () => mark(null),
      onDrop: ({ source, location }) => {
        mark(null);
        const dragged = draggedOf(source.data);
        if (dragged) onDrop(dragged, edgeAt(location.current.input.clientY));
      },
    }),
    () => mark(null),
  );
}
