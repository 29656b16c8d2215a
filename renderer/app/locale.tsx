import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../i18n/i18n';

/** Sets the language of react-aria, for its own texts and the order of dates. */
export function Locale({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return <I18nProvider locale={localeOf(i18n.language)}>{children}</I18nProvider>;
}
