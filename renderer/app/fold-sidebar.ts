import { useLayout } from '../core/layout';
import { places } from './places';

const narrow = '(max-width: 1179.98px)';

/** Whether an address is in administration, which has its own sidebar. */
export const isAdministration = (pathname: string): boolean => pathname.startsWith('/admin/');

/** The media query for a sidebar that starts as a rail. It always does while it would show only one place. */
export const railed = (pathname: string): string =>
  !isAdministration(pathname) && places.filter(({ group }) => !group).length < 2 ? 'all' : narrow;

/** Opens or folds the sidebar. If the result is what the width of the window gives anyway, the width decides again. */
export function toggleSidebar(): void {
  const asWide = window.matchMedia(railed(window.location.pathname)).matches ? 'rail' : 'open';
  useLayout.setState(({ sidebar }) => {
    const next = (sidebar ?? asWide) === 'rail' ? 'open' : 'rail';
    return { sidebar: next === asWide ? null : next };
  });
}
