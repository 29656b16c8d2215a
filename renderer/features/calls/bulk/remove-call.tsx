import { callKeys } from '../../../api/cache/calls';
import { useCommand } from '../../../core/use-command';
import { useBulk } from '../../../list/use-bulk';
import { useCall } from '../../call';
import { useCallName } from '../../parties';
import { useRemoving } from './use-removing';

/** The command that removes the call in the pane. Shows why a call cannot be removed. */
export function RemoveCall({ call_id }: { call_id: string | null }) {
  const { data: call } = useCall(call_id);
  const { run, busy, notDone } = useBulk({ nameOf: useCallName(), changed: [callKeys.all] });
  const { work, whyNot } = useRemoving();
  const isPossible = call !== undefined && whyNot === undefined && !busy;
  useCommand('removeCall', isPossible ? () => run({ records: [call], keep: () => {} }, work) : undefined, whyNot);
  return notDone;
}
