import { useLayout } from '../core/layout';
import { places } from './places';

/** Where the sidebar starts as a rail: everywhere, as long as it would show one place alone. */
export const railed = places.length < 2 ? 'all' : '(max-width: 1179.98px)';

/** Opens or folds the sidebar. Back at what the width of the window asks for, the width decides again. */
export function toggleSidebar(): void {
  const asWide = window.matchMedia(railed).matches ? 'rail' : 'open';
  useLayout.setState(({ sidebar }) => {
    const next = (sidebar ?? asWide) === 'rail' ? 'open' : 'rail';
    return { sidebar: next === asWide ? null : next };
  });
}
