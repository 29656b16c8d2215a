import { type Call, listCalls } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api';
import { callKeys, changedByRemoval } from '../../../api/cache/calls';
import { useBulk } from '../../../list/use-bulk';
import { useSampleImports } from '../../imports';
import { useCallName } from '../../parties';
import { useRemoving } from './use-removing';

/** More calls than the samples have: all that came with one of their imports. */
const most = 100;

/** Removes the sample calls, with Undo. `remove` is undefined if there are none, or if the user may not remove calls. */
export function useSamples() {
  const { import_ids } = useSampleImports();
  const { work, whyNot } = useRemoving();
  const { run, busy, notDone } = useBulk<Call>({ nameOf: useCallName(), changed: changedByRemoval });
  const { data: samples = [] } = useQuery({
    queryKey: callKeys.samples(import_ids),
    enabled: whyNot === undefined && import_ids.length > 0,
    queryFn: async ({ signal }) => {
      const calls: Call[] = [];
      for (const import_id of import_ids)
        calls.push(...(await api(listCalls, { query: { import_id, limit: most }, view: 'samples', signal })).calls);
      return calls.filter(({ protocol_call_id }) => protocol_call_id?.startsWith('sample-'));
    },
  });
  const remove =
    whyNot === undefined && samples.length > 0 && !busy
      ? () => run({ records: samples, keep: () => {} }, work)
      : undefined;
  return { remove, notDone };
}
