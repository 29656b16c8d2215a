import { createRecoveryKit } from '@shared/contract/recovery-kit';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api';

/** Makes a recovery kit. Its words are dropped once they are no longer shown. */
export const useRecoveryKit = (onError?: (error: Error) => void) =>
  useMutation({
    mutationFn: (password: string) => api(createRecoveryKit, { body: { recovery_kit: { password } } }),
    gcTime: 0,
    ...(onError && { onError }),
  });
