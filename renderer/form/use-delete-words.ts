import { useTranslation } from 'react-i18next';
import type { Texts } from '../i18n/i18n';

type Needed = 'delete' | 'deleteTitle' | 'keep' | 'deleteNow' | 'deleted';
/** The parts of the window whose texts have all that `DeleteRecord` says. */
export type DeletingPart = {
  [Part in keyof Texts]: Texts[Part] extends Record<Needed, string> ? Part : never;
}[keyof Texts];

/** The words of `DeleteRecord` about a record, from the texts of a part of the window. */
export function useDeleteWords(part: DeletingPart, name: string) {
  const { t } = useTranslation();
  return {
    ask: t(`${part}.delete`),
    title: t(`${part}.deleteTitle`, { name }),
    keep: t(`${part}.keep`),
    remove: t(`${part}.deleteNow`),
    removed: t(`${part}.deleted`, { name }),
  };
}
