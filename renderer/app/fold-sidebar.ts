import { useLayout } from '../core/layout';

/** The media query for a sidebar that starts as a rail. */
export const railed = '(max-width: 1179.98px)';

/** Whether an address is in administration, which has its own sidebar. */
export const isAdministration = (pathname: string): boolean => pathname.startsWith('/admin/');

/** Whether an address is that of the stage, where the sidebar is always a rail. */
export const isStage = (pathname: string): boolean => /^\/evaluations\/./.test(pathname);

/** Opens or folds the sidebar. If the result is what the width of the window gives anyway, the width decides again. */
export function toggleSidebar(): void {
  const asWide = window.matchMedia(railed).matches ? 'rail' : 'open';
  useLayout.setState(({ sidebar }) => {
    const next = (sidebar ?? asWide) === 'rail' ? 'open' : 'rail';
    return { sidebar: next === asWide ? null : next };
  });
}
