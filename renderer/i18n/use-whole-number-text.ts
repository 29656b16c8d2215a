import { useTranslation } from 'react-i18next';
import { useFormat } from './use-format';

/** The message for a value that is not a whole number between two limits; null for a limit that is not set. */
export function useWholeNumberText(): (least: number | null, most: number | null) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (min, max) => {
    const [least, most] = [min, max].map((limit) => limit !== null && format.figure(limit));
    if (least && most) return t('wholeNumber.range', { least, most });
    if (least) return t('wholeNumber.least', { least });
    return most ? t('wholeNumber.most', { most }) : t('wholeNumber.any');
  };
}
