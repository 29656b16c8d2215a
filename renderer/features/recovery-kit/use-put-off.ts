import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast';

/** Shows that a recovery kit was postponed, and where to make one later. */
export function usePutOff(): () => void {
  const { t } = useTranslation();
  return () => toast(t('recoveryKit.putOff'), 'note');
}
