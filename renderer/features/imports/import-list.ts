import { useCallback } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useSignedIn } from '../../core/session';

/**
 * The task list of each user: ids of imports, newest first. An import stays until it has been seen, across lock and
 * restart.
 */
const useLists = create<Record<string, string[]>>()(persist(() => ({}), { name: 'earshot.imports' }));

/** The imports that brought the samples, of all users of this computer: everyone with the right may remove their calls. */
export const useSampleImports = create<{ import_ids: readonly string[] }>()(
  persist(() => ({ import_ids: [] as readonly string[] }), { name: 'earshot.samples' }),
);

const none: string[] = [];

/** The task list of the signed-in user. */
export function useImportList() {
  const { user_id } = useSignedIn().user;
  const import_ids = useLists((lists) => lists[user_id]) ?? none;
  const add = useCallback(
    (...ids: string[]) =>
      useLists.setState((lists) => ({ [user_id]: [...new Set([...ids, ...(lists[user_id] ?? none)])] })),
    [user_id],
  );
  const remove = useCallback(
    (...ids: string[]) =>
      useLists.setState((lists) => ({ [user_id]: (lists[user_id] ?? none).filter((id) => !ids.includes(id)) })),
    [user_id],
  );
  return { import_ids, add, remove };
}
