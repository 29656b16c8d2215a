import { RefusalBody } from '@shared/contract/refusals';
import type { Saving } from '@shared/ipc';
import i18next from 'i18next';
import { create } from 'zustand';
import { bridge } from '../../api/bridge';
import { ApiRefusal } from '../../api/refusal';
import { notify } from '../../core/notify';
import { noticeRefusal } from '../../core/query-client';
import { toast } from '../../ui/toast';

type State = {
  /** The user who is signed in, or was last. */
  user_id: string | null;
  /** Running and failed downloads. A failed one stays until it is dismissed. */
  shown: Saving[];
  /** Why the last download could not start. */
  refusal: ApiRefusal | null;
};

export const useSaving = create<State>(() => ({ user_id: null, shown: [], refusal: null }));

const others = (id: number) => useSaving.getState().shown.filter((one) => one.id !== id);

/** Removes a download from the screen. */
export const dismiss = (id: number): void => useSaving.setState({ shown: others(id) });
export const dismissRefusal = (): void => useSaving.setState({ refusal: null });

/** Shows the downloads of this user, and removes those of another one. */
export function startSaving(user_id: string): void {
  if (useSaving.getState().user_id !== user_id) useSaving.setState({ user_id, shown: [], refusal: null });
}

bridge.onSaving((saving) => {
  const { shown } = useSaving.getState();
  if (saving.state === 'done') {
    toast(i18next.t('saving.done', { name: saving.name }));
    notify(i18next.t('saving.over'), saving.name, () => {});
  }
  const stays = saving.state === 'running' || saving.state === 'failed';
  const isKnown = shown.some(({ id }) => id === saving.id);
  if (!stays) dismiss(saving.id);
  else if (isKnown) useSaving.setState({ shown: shown.map((one) => (one.id === saving.id ? saving : one)) });
  else useSaving.setState({ shown: [...shown, saving] });
});

/** Saves the recording at an address of the API. The main process asks where. */
export async function saveFile(address: string): Promise<void> {
  dismissRefusal();
  const refused = await bridge.save(address).catch(() => ({ status: 0, body: '' }));
  if (!refused) return;
  const { data } = RefusalBody.partial().safeParse(parsed(refused.body));
  const refusal = new ApiRefusal(refused.status, data ?? {});
  noticeRefusal(refusal);
  useSaving.setState({ refusal });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
