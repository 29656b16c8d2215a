import { useSyncExternalStore } from 'react';

const forced = window.matchMedia('(forced-colors: active)');
const more = window.matchMedia('(prefers-contrast: more)');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** Changes whenever colours must be read again: another theme, more contrast, forced colours. */
export function useTheme(): string {
  return useSyncExternalStore(watchTheme, themeNow);
}

const themeNow = () => `${document.documentElement.dataset.theme} ${dark.matches} ${more.matches} ${forced.matches}`;

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  for (const query of [forced, more, dark]) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of [forced, more, dark]) query.removeEventListener('change', changed);
  };
}
