import { categorizeCalls } from '@shared/contract/call-bulk';
import { updateCall } from '@shared/contract/call-changes';
import { type Call, readCall } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, versioned } from '../../../api/api';
import { callKeys } from '../../../api/cache/calls';
import { isRefusal } from '../../../api/refusal';
import { refresh } from '../../../core/query-client';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { toast } from '../../../ui/toast';
import { showChanged } from '../../call';

/** A call before it was changed together with others, and after. */
export type Changed = { before: Call; after: Call };

const valueIn = (call: Call, field_id: string): string =>
  call.custom_fields.find((one) => one.field_id === field_id)?.value ?? '';

/** Takes back changes of several calls. What other people have changed since stays, and is counted. */
export function useTakingBack() {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const client = useQueryClient();
  const told = (count: number, kept: number) => {
    const back = t('bulk.takenBack', { count, shown: format.figure(count) });
    if (kept === 0) return toast(back);
    toast(
      `${count > 0 ? `${back}. ` : ''}${t('bulk.changedSince', { count: kept, shown: format.figure(kept) })}`,
      'note',
    );
  };
  const trying = (work: () => Promise<void>) => () =>
    void work()
      .catch((error: unknown) => toast(refusalText(error), 'note'))
      .finally(() => void refresh([callKeys.all]));
  return {
    /** The value of a field, which each call gets back unless it has another one by now. */
    value: (field_id: string, all: readonly Changed[]) =>
      trying(async () => {
        const back: Call[] = [];
        let kept = 0;
        for (const { before, after } of all) {
          if (valueIn(before, field_id) === valueIn(after, field_id)) back.push(after);
          else {
            const call = await valueBack(field_id, { before, after });
            if (call) back.push(call);
            else kept += 1;
          }
        }
        showChanged(client, back);
        told(back.length, kept);
      }),
    /** The categories that were added and removed: only these, so that others stay. */
    categories: (all: readonly Changed[]) =>
      trying(async () => {
        const back: Call[] = [];
        let kept = 0;
        for (const { call_ids, add, remove } of alike(all)) {
          const { calls, refused } = await api(categorizeCalls, { body: { call_ids, add, remove } });
          back.push(...calls);
          kept += refused.length;
        }
        showChanged(client, back);
        told(all.length - kept, kept);
      }),
  };
}

/** The call with its former value; null if someone else has changed it since. */
async function valueBack(field_id: string, { before, after }: Changed): Promise<Call | null> {
  const params = { call_id: before.call_id };
  const value = valueIn(before, field_id);
  try {
    const { answer, version } = await versioned(readCall, { params });
    if (valueIn(answer.call, field_id) !== valueIn(after, field_id)) return null;
    const body = { call: { custom_fields: [{ field_id, value }] } };
    return (await api(updateCall, { params, body, version })).call;
  } catch (error) {
    // Changed between the two, or removed.
    if (isRefusal(error, 412) || isRefusal(error, 404)) return null;
    throw error;
  }
}

/** The calls of which the same categories are to be added and removed again, in one request for each of these. */
function alike(all: readonly Changed[]): { call_ids: string[]; add: string[]; remove: string[] }[] {
  const groups = new Map<string, { call_ids: string[]; add: string[]; remove: string[] }>();
  for (const { before, after } of all) {
    const [was, is] = [before, after].map(({ categories }) => categories.map(({ category_id }) => category_id));
    const add = (was ?? []).filter((id) => !is?.includes(id)).sort();
    const remove = (is ?? []).filter((id) => !was?.includes(id)).sort();
    if (add.length + remove.length === 0) continue;
    const key = JSON.stringify([add, remove]);
    const group = groups.get(key) ?? { call_ids: [], add, remove };
    groups.set(key, group);
    group.call_ids.push(before.call_id);
  }
  return [...groups.values()];
}
