import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast';

/** Says that a recovery kit was put off, and where one is made. */
export function usePutOff(): () => void {
  const { t } = useTranslation();
  return () => toast(t('recoveryKit.putOff'), 'note');
}
