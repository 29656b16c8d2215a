import { RefusalBody } from '@shared/contract/refusals';
import type { Saving } from '@shared/ipc';
import { create } from 'zustand';
import { bridge } from '../../api/bridge';
import { ApiRefusal } from '../../api/refusal';

type State = {
  /** Recordings that are being saved, or that broke off, until that was read. */
  shown: Saving[];
  /** Why the last one was not even begun. */
  refusal: ApiRefusal | null;
};

export const useSaving = create<State>(() => ({ shown: [], refusal: null }));

const others = (id: number) => useSaving.getState().shown.filter((one) => one.id !== id);

/** Takes one off the screen. */
export const dismiss = (id: number): void => useSaving.setState({ shown: others(id) });
export const dismissRefusal = (): void => useSaving.setState({ refusal: null });

bridge.onSaving((saving) => {
  const stays = saving.state === 'running' || saving.state === 'failed';
  const { shown } = useSaving.getState();
  const isKnown = shown.some(({ id }) => id === saving.id);
  if (!stays) dismiss(saving.id);
  else if (isKnown) useSaving.setState({ shown: shown.map((one) => (one.id === saving.id ? saving : one)) });
  else useSaving.setState({ shown: [...shown, saving] });
});

/**
 * Downloads what an address of the API gives; main asks where to. A download that is refused shows the browser's words
 * at best, so its first byte is asked for beforehand.
 */
export async function saveFile(address: string): Promise<void> {
  dismissRefusal();
  const refusal = await refusalOf(address);
  if (refusal) return useSaving.setState({ refusal });
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

async function refusalOf(address: string): Promise<ApiRefusal | null> {
  const response = await fetch(address, { headers: { Range: 'bytes=0-0' } }).catch(() => null);
  if (response === null) return new ApiRefusal(0, {});
  const body = await response.text().catch(() => '');
  if (response.ok) return null;
  return new ApiRefusal(response.status, RefusalBody.partial().safeParse(parsed(body)).data ?? {});
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
