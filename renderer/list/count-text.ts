import { countLimit } from './use-list';

/** A count that the API ends at a limit (null), such as `1,000+`. */
export const countText = (count: number | null, figure: (value: number) => string): string =>
  count === null ? `${figure(countLimit)}+` : figure(count);
