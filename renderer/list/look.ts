import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A column of a list, and what it shows of a record. */
export type Column<T> = { id: string; cell: (record: T) => ReactNode };

/** How the records of a list are rendered. */
export type Look<T> = {
  columns: readonly Column<T>[];
  /** The class that sets the widths of the columns, for head, rows and placeholder rows; or `widths` does. */
  row: string;
  widths?: string;
  idOf: (record: T) => string;
  /** Columns with text, which is cut off at its end in any script direction. The others contain figures. */
  texts: ReadonlySet<string>;
  /** Columns whose content is at their end. */
  ends?: ReadonlySet<string>;
  /** The column in which a click opens the record, like a double click. */
  opener?: string;
  /** The column that shows which rows are chosen while any is. Without it, that is a column of its own. */
  tick?: string;
};

/** The number of rows per request. */
export const pageLength = 100;
export const pageOf = (index: number): number => Math.floor(index / pageLength);

/** `next_url`: the address of the next page; null at the end, or if it is unknown. */
export type ListPage<T> = { records: T[]; next_url: string | null; total: number | null };

/** The pages of a list by number, in the form that react-query reads. */
export type Source<T> = (page: number) => UseQueryOptions<ListPage<T>, Error, ListPage<T>, QueryKey>;
