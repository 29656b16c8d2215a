import { createRecoveryKit } from '@shared/contract/recovery-kit';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api';

/** Makes a recovery kit; its words are not kept once they are out of sight. */
export const useRecoveryKit = (onError?: (error: Error) => void) =>
  useMutation({
    mutationFn: (password: string) => api(createRecoveryKit, { body: { recovery_kit: { password } } }),
    gcTime: 0,
    ...(onError && { onError }),
  });
