import { useLayout } from '../core/layout';
import { places } from './places';

const narrow = '(max-width: 1179.98px)';

/** Whether an address lies in administration, which has a sidebar of its own. */
export const isAdministration = (pathname: string): boolean => pathname.startsWith('/admin/');

/** Where the sidebar starts as a rail: everywhere, as long as it would show one place of its own. */
export const railed = (pathname: string): string =>
  !isAdministration(pathname) && places.filter(({ group }) => !group).length < 2 ? 'all' : narrow;

/** Opens or folds the sidebar. Back at what the width of the window asks for, the width decides again. */
export function toggleSidebar(): void {
  const asWide = window.matchMedia(railed(window.location.pathname)).matches ? 'rail' : 'open';
  useLayout.setState(({ sidebar }) => {
    const next = (sidebar ?? asWide) === 'rail' ? 'open' : 'rail';
    return { sidebar: next === asWide ? null : next };
  });
}
