import type { KeychainState } from '@shared/ipc';
import { useQuery } from '@tanstack/react-query';
import { bridge } from './bridge';
import { machineKey } from './cache/session';

/** The interval for asking again in each state. A locked keychain may open its own window each time. */
const lookAgainMs: Partial<Record<KeychainState, number>> = { absent: 20_000, locked: 60_000 };

/** The state of the machine (shared/ipc.ts). */
export const useMachine = () =>
  useQuery({
    queryKey: machineKey,
    queryFn: () => bridge.machine(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => lookAgainMs[state.data?.keychain ?? 'ok'] ?? false,
  });
