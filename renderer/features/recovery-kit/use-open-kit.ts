import { openRecoveryKit } from '@shared/contract/recovery-kit';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../core/query-client';
import { useApiForm } from '../../form/use-api-form';
import type { FormOf } from '../../form/use-field';
import { toast } from '../../ui/toast';

/** The text of a kit's file, and its seven words. */
export type KitValues = { file: string; words: string[] };
/** Seven empty fields. */
export const noWords: string[] = Array.from({ length: 7 }, () => '');
export type KitForm = FormOf<KitValues> & Pick<ReturnType<typeof useOpenKit>, 'setValue' | 'setError' | 'clearErrors'>;

/** The form that opens the archive with a kit. Afterwards, it refetches everything that failed without the key. */
export function useOpenKit(onDone: () => void) {
  const { t } = useTranslation();
  const values: KitValues = { file: '', words: noWords };
  return useApiForm(openRecoveryKit, {
    values,
    onSaved: async ({ answer: { recovery_kit } }) => {
      await refresh();
      toast(t(recovery_kit.kept === 'keychain' ? 'recoveryKit.kept' : 'recoveryKit.notKept'));
      onDone();
    },
  });
}
