/** The rows of a ticket, from top to bottom, before they are a document of a printer. */

/** The size of letters, in multiples of the printer's own (width × height): 1 × 1, 1 × 2, 2 × 2, 4 × 4. */
export type Size = 'normal' | 'tall' | 'large' | 'huge';

export interface TextRow {
  kind: 'text';
  /** Clean text (typed-text.ts), not empty. */
  text: string;
  /** A text at the other end of the line, such as a price. */
  end?: string;
  size: Size;
  isBold?: boolean;
  /** White on black. */
  isInverted?: boolean;
  /** The letters to leave free at its start. */
  indent?: number;
  /**
   * Whose direction the row has: the ticket's language, or its first letter with a direction, as for a note. A row with a quantity has that of
   * the ticket, so that quantities are below each other.
   */
  direction?: 'ticket' | 'text';
}

export type Row = TextRow | { kind: 'rule' } | { kind: 'blank' };
