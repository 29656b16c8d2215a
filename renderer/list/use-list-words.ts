import { useTranslation } from 'react-i18next';
import type { Texts } from '../i18n/i18n';

/** The words of a list. */
export type ListWords = {
  loading: string;
  failed: string;
  moreFailed: string;
  /** The text of an empty collection. */
  empty: string;
  emptyText: string;
  count: (count: number, shown: string) => string;
  countMore: (count: number, shown: string) => string;
  /** For a list with a search. */
  noMatch?: string;
  showAll?: string;
};

type Needed = Exclude<keyof ListWords, 'count' | 'countMore' | 'noMatch' | 'showAll'>;
type Counts = `${'count' | 'countMore'}_${'one' | 'other'}`;
type Having<K extends string> = {
  [Part in keyof Texts]: Texts[Part] extends Record<K, string> ? Part : never;
}[keyof Texts];
/** The parts of the window whose texts have all that a list says. */
type Listed = Having<Needed | Counts>;
export type SearchedPart = Having<Needed | Counts | 'noMatch' | 'showAll'>;

/** The words of the list of a part of the window, from the texts of that part. */
export function useListWords(part: Listed): ListWords {
  const { t } = useTranslation();
  return {
    loading: t(`${part}.loading`),
    failed: t(`${part}.failed`),
    moreFailed: t(`${part}.moreFailed`),
    empty: t(`${part}.empty`),
    emptyText: t(`${part}.emptyText`),
    count: (count, shown) => t(`${part}.count`, { count, shown }),
    countMore: (count, shown) => t(`${part}.countMore`, { count, shown }),
  };
}

/** The same for a list with a search. */
export function useSearchedWords(part: SearchedPart, search: string): ListWords {
  const { t } = useTranslation();
  return { ...useListWords(part), noMatch: t(`${part}.noMatch`, { search }), showAll: t(`${part}.showAll`) };
}
