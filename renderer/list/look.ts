import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { type ColumnDef, createColumnHelper, type RowData, tableFeatures } from '@tanstack/react-table';

export const features = tableFeatures({});
export type Features = typeof features;

/** Makes the columns of a list of these records. */
export const columnsFor = <T extends RowData>() => createColumnHelper<Features, T>();

/** How the records of a list are drawn. */
export type Look<T extends RowData> = {
  columns: ColumnDef<Features, T>[];
  /** The class that sets the widths of the columns, for the head, the rows and the outlines of rows. */
  row: string;
  idOf: (record: T) => string;
  /** Columns of texts, which are cut off at their end whichever way they are written. The others hold figures. */
  texts: ReadonlySet<string>;
  /** The column whose click opens the record as a double click does. */
  opener?: string;
};

/** Rows that are asked for at once. */
export const pageLength = 100;
export const pageOf = (index: number): number => Math.floor(index / pageLength);

/** `next_url`: where the list goes on; null at its end, and where that is not known. */
export type ListPage<T> = { records: T[]; next_url: string | null; total: number | null };

/** The pages of a list by their number, as react-query reads them. */
export type Source<T> = (page: number) => UseQueryOptions<ListPage<T>, Error, ListPage<T>, QueryKey>;
