/** Notes that are typed and not in the cart yet. Stored for this tab: a reload, or an item that sells out for a while, loses none of them. */
import { shellState } from 'shared-contracts/events';

interface TypedNotes {
  text: string;
  /** Who typed them; null: a visitor who was signed out, and may sign in since. */
  userId: number | null;
}

const keyOf = (itemId: number): string => `catalog.notes.${itemId}`;

const currentUser = (): number | null => shellState().session?.user.id ?? null;

/** The notes that this visitor has typed for an item; '' without any. */
export function readTypedNotes(itemId: number): string {
  try {
    const typed = JSON.parse(window.sessionStorage.getItem(keyOf(itemId)) ?? 'null') as Partial<TypedNotes> | null;
    const isOwn = typed?.userId === null || typed?.userId === currentUser();
    return isOwn && typeof typed?.text === 'string' ? typed.text : '';
  } catch {
    return '';
  }
}

/** @param text '' once they are in the cart, or taken back */
export function keepTypedNotes(itemId: number, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(keyOf(itemId));
    else
      window.sessionStorage.setItem(
        keyOf(itemId),
        JSON.stringify({ text, userId: currentUser() } satisfies TypedNotes),
      );
  } catch {
    // Storage is refused: what is typed is in the page alone.
  }
}
