import type { KeychainState } from '@shared/ipc';
import { useQuery } from '@tanstack/react-query';
import { bridge } from './bridge';
import { machineKey } from './cache/session';

/** How soon a keychain that could not be asked is looked at again; a locked one may open its own window each time. */
const lookAgainMs: Partial<Record<KeychainState, number>> = { absent: 20_000, locked: 60_000 };

/** What the window knows of the machine (shared/ipc.ts). */
export const useMachine = () =>
  useQuery({
    queryKey: machineKey,
    queryFn: () => bridge.machine(),
    staleTime: Infinity,
    refetchInterval: ({ state }) => lookAgainMs[state.data?.keychain ?? 'ok'] ?? false,
  });
