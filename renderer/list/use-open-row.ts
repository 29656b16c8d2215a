import { type ReactNode, useCallback, useState } from 'react';
import type { Opened } from './row-details';
import type { OpenRow } from './use-row-window';

/** The row of a list that is open, one at most. `details` renders what it shows; without it, no row opens. */
export function useOpenRow<T>(details: ((record: T) => ReactNode) | undefined) {
  const [row, setRow] = useState<number | null>(null);
  const [height, setHeight] = useState(0);
  const show = useCallback((wanted: number) => setRow(wanted), []);
  const hide = useCallback(() => setRow(null), []);
  const open: OpenRow | null = row === null ? null : { row, height };
  const opened: Opened<T> | undefined = details && { row, details, onSize: setHeight };
  return { open, opened, show, hide, toggle: (wanted: number) => setRow(row === wanted ? null : wanted) };
}
