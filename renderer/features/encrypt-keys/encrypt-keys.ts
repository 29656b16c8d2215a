import { encryptKeyApi } from '@shared/contract/encrypt-keys';
import { readMasterKey } from '@shared/contract/master-key';
import { type Rewrap, readRewrap } from '@shared/contract/rewraps';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { encryptKeyKeys } from '../../api/cache/encrypt-keys';
import { every } from '../../api/every';
import { recordQuery } from '../../api/record';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';

/** Every key in reach, by name. */
export const useEncryptKeys = () =>
  useQuery({
    queryKey: encryptKeyKeys.every,
    queryFn: ({ signal }) => every(encryptKeyApi.list, 'encrypt_keys', signal),
  });

/** One key, and the version that was read. */
export const oneEncryptKey = recordQuery(encryptKeyApi.read, 'encrypt_key', encryptKeyKeys.one);

/** The state of the master key. */
export const useMasterKey = () =>
  useQuery({
    queryKey: encryptKeyKeys.master,
    queryFn: async ({ signal }) => (await api(readMasterKey, { signal })).master_key,
  });

const lookAgainMs = 500;

/** How far the older recordings are encrypted to a key; null if that was never begun. Read again while it runs. */
export const useRewrap = (key_id: string) =>
  useQuery({
    queryKey: encryptKeyKeys.rewrap(key_id),
    enabled: useMay(readRewrap),
    queryFn: async ({ signal }): Promise<Rewrap | null> => {
      const rewrap = await api(readRewrap, { params: { key_id }, signal }).then(
        (answer) => answer.rewrap,
        (cause: unknown) => {
          if (isRefusal(cause, 404)) return null;
          throw cause;
        },
      );
      if (rewrap && rewrap.status !== 'running') void refresh([encryptKeyKeys.one(key_id), encryptKeyKeys.every]);
      return rewrap;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? lookAgainMs : false),
  });
