import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Look, pageLength, pageOf } from './look';
import type { OpenList } from './use-pages';

/** Select all takes no more than this, as many as one request of the API may change. */
export const maxChosen = 1000;

/** The chosen rows of a list, in the order in which they were chosen. */
export type Choice<T> = {
  records: readonly T[];
  has: (record: T) => boolean;
  /** Adds or removes the row. */
  toggle: (index: number) => void;
  /** Chooses the rows between the current one, `from`, and this one. Further calls move the end of the range. */
  extend: (index: number, from: number) => void;
  /** Chooses every row, up to `maxChosen`. */
  all: () => void;
  /** Keeps only these. */
  keep: (records: readonly T[]) => void;
  clear: () => void;
};

type Chosen<T> = ReadonlyMap<string, T>;

const none = new Map<string, never>();

/**
 * Keeps the chosen rows of a list. They are records, so that they stay chosen when their pages leave the memory. None is
 * chosen in another search, whose name is `of`.
 */
export function useChoice<T>({ source, length }: OpenList<T>, { idOf }: Look<T>, of = ''): Choice<T> {
  const client = useQueryClient();
  const [kept, setKept] = useState<{ of: string; chosen: Chosen<T> }>({ of, chosen: none });
  const chosen = kept.of === of ? kept.chosen : none;
  // Not again once the list returns to the search: by then, they may be forgotten.
  if (kept.of !== of && kept.chosen.size > 0) setKept({ of, chosen: none });
  /** A range of rows: its begin, its current end, and what was chosen before it. */
  const range = useRef<{ begin: number; end: number; before: Chosen<T> }>(null);
  const latest = useRef(chosen);
  // Also when rows of the search before arrive late, of which none is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies(kept): each answer sets it, even if nothing is chosen by it
  useLayoutEffect(() => {
    latest.current = chosen;
  }, [kept, chosen]);
  const asked = useRef(0);

  return useMemo(() => {
    const set = (next: Chosen<T>) => {
      latest.current = next;
      setKept({ of, chosen: next });
    };
    const begin = (index: number) => {
      range.current = { begin: index, end: index, before: latest.current };
      return range.current;
    };
    /** Reads the rows and passes them on, unless others were asked for in the meantime. */
    const withRows = async (first: number, last: number, use: (rows: T[]) => void) => {
      asked.current += 1;
      const turn = asked.current;
      const pages = Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, at) => pageOf(first) + at);
      const rows: T[] = [];
      // One after the other: each page names the address of the next one.
      for (const page of pages) {
        const data = await client.ensureQueryData(source(page)).catch(() => undefined);
        const start = page * pageLength;
        rows.push(...(data?.records.slice(Math.max(0, first - start), last + 1 - start) ?? []));
      }
      if (turn === asked.current) use(rows);
    };
    const entries = (rows: readonly T[]) => rows.map((row) => [idOf(row), row] as const);
    return {
      records: [...chosen.values()],
      has: (record) => chosen.has(idOf(record)),
      toggle: (index) =>
        void withRows(index, index, ([row]) => {
          if (row === undefined) return;
          const next = new Map(latest.current);
          if (!next.delete(idOf(row))) next.set(idOf(row), row);
          set(next);
          begin(index);
        }),
      extend: (index, from) => {
        const going = range.current?.end === from ? range.current : begin(from);
        going.end = index;
        const [first, last] = [going.begin, index].sort((a, b) => a - b) as [number, number];
        void withRows(first, last, (rows) => set(new Map([...going.before, ...entries(rows)])));
      },
      all: () => void withRows(0, Math.min(length, maxChosen) - 1, (rows) => set(new Map(entries(rows)))),
      keep: (records) => set(new Map(entries(records))),
      clear: () => set(new Map()),
    };
  }, [client, source, length, idOf, of, chosen]);
}
