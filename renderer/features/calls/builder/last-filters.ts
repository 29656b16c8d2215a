import { useLayout } from '../../../core/layout';
import type { Advanced } from '../filters';

const most = 3;

/** Keeps a filter among those that were set last, one for each name. */
export function keepLast(filter: Advanced): void {
  useLayout.setState(({ lastFilters }) => ({
    lastFilters: [filter, ...lastFilters.filter(({ name }) => name !== filter.name)].slice(0, most),
  }));
}
