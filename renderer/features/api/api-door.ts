import { listRequests } from '@shared/contract/requests';
import type { ApiChange, ApiDoor } from '@shared/ipc';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { apiDoorKey, requestsKey } from '../../api/cache/requests';
import { machineKey } from '../../api/cache/session';
import { refresh } from '../../core/query-client';

const everyMs = 2_000;

/** The API on this machine; undefined while it is being read. */
export const useDoor = () =>
  useQuery({ queryKey: apiDoorKey, queryFn: async () => (await bridge.api()) as ApiDoor }).data;

/** Turns the API on or off, or moves it to another port. The data is a refusal when the port is taken. */
export function useChangeDoor() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (change: ApiChange) => bridge.api(change),
    onSuccess: (door) => {
      if ('taken' in door) return;
      client.setQueryData(apiDoorKey, door);
      void refresh([machineKey]);
    },
  });
}

/** The last requests of tools, read again every two seconds. */
export const useRequests = (maySee: boolean) =>
  useQuery({
    queryKey: requestsKey,
    enabled: maySee,
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api(listRequests, { signal }),
  });
