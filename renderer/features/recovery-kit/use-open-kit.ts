import { openRecoveryKit } from '@shared/contract/recovery-kit';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { refresh } from '../../core/query-client';
import { toast } from '../../ui/toast';

/** Opens the archive with a kit, then looks at everything again that failed without its key. Words are not kept. */
export function useOpenKit(onDone: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (recovery_kit: { file: string; words: string[] }) => api(openRecoveryKit, { body: { recovery_kit } }),
    gcTime: 0,
    onSuccess: async ({ recovery_kit: { kept } }) => {
      await refresh();
      toast(t(kept === 'keychain' ? 'recoveryKit.kept' : 'recoveryKit.notKept'));
      onDone();
    },
  });
}
