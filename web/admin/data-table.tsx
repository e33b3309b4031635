/** A table. On a phone, each row becomes a block with titles next to the values. */
import type { ComponentChildren } from 'preact';
import { formatNumber } from '../language.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'number' | 'time' | 'actions';
}

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  readonly label: string;
  /** False: hidden from this viewer. */
  readonly columns: readonly (Column<Row> | false)[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Replaces a table without rows. */
  readonly empty: string;
}

/** The first column names the row. */
export function DataTable<Row>({ label, rows, keyOf, empty, ...props }: DataTableProps<Row>) {
  const columns = props.columns.filter((column) => column !== false);
  if (rows.length === 0) return <p class="quiet empty">{empty}</p>;
  const classOf = ({ kind }: Column<Row>) => (kind === undefined ? undefined : `cell-${kind}`);
  return (
    <table class="table data-table">
      <caption class="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.kind === 'actions' ? (
                <span class="visually-hidden">{column.title}</span>
              ) : (
                column.title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => {
              const title = column.kind === 'actions' ? undefined : column.title;
              return index === 0 ? (
                <th key={column.title} scope="row">
                  {contentOf(column, row)}
                </th>
              ) : (
                <td key={column.title} class={classOf(column)} data-title={title}>
                  {contentOf(column, row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Writes whole numbers as usual in the language. */
function contentOf<Row>({ cell }: Column<Row>, row: Row): ComponentChildren {
  const content = cell(row);
  return typeof content === 'number' ? formatNumber(content, 0) : content;
}
