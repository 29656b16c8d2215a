import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format';
import type { Drawn } from './points';

/** The line of a pass mark in per cent. */
export function useMark(): (passMark: number | null) => Drawn['mark'] {
  const { t } = useTranslation();
  const format = useFormat();
  return (passMark) =>
    passMark === null
      ? undefined
      : { value: passMark, name: t('reports.passMark', { percent: format.percent(passMark) }) };
}
