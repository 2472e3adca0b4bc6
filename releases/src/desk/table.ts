/** Renders a table that looks like a table at a desk, and like a list of cards on a phone. */
import { type Content, type Html, html } from 'core/pages/html';

export interface Column {
  name: Content;
  /** The label of the value on a card. By default, the name of the column. */
  label?: string;
  /** If true, the value takes the whole width of a card. */
  isWide?: boolean;
  isNumber?: boolean;
}

export interface TableOptions {
  className?: string;
  caption: Content;
  /** The first column contains the row headers. */
  columns: readonly Column[];
  rows: readonly { head: Content; cells: readonly Content[]; className?: string | undefined }[];
}

/**
 * Renders the table with explicit ARIA roles. The cards' styles change the display of its elements, and browsers would then take the
 * implicit roles away.
 */
export function tableOf({ className = '', caption, columns, rows }: TableOptions): Html {
  const cell = (content: Content, { name, label, isWide, isNumber }: Column) => {
    const classes = [isWide ? 'wide' : '', isNumber ? 'number' : ''].join(' ').trim();
    return html`<td role="cell" class="${classes}" data-label="${label ?? name}">${content}</td>`;
  };
  const [, ...others] = columns;
  return html`<table role="table" class="${className}">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(({ name, isNumber }) => html`<th role="columnheader" scope="col" class="${isNumber ? 'number' : ''}">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ({
    head,
    cells,
    className,
  }) => html`<tr role="row" class="${className}"><th role="rowheader" scope="row">${head}</th>${others.map((column, index) => cell(cells[index], column))}</tr>
`,
)}</tbody>
</table>`;
}
