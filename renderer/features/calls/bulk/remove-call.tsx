import { useTranslation } from 'react-i18next';
import { changedByRemoval } from '../../../api/cache/calls';
import { useCommand } from '../../../core/use-command';
import { useBulk } from '../../../list/use-bulk';
import { useCall } from '../../call';
import { useCallName } from '../../parties';
import { useRemoving } from './use-removing';

type Props = {
  call_id: string | null;
  /** The selected call is still being loaded, and this is the one before. */
  isComing: boolean;
};

/** The command that removes the selected call. Shows why it cannot be removed. */
export function RemoveCall({ call_id, isComing }: Props) {
  const { data: call } = useCall(call_id);
  const { run, busy, notDone } = useBulk({ nameOf: useCallName(), changed: changedByRemoval });
  const { t } = useTranslation();
  const { work, whyNot: mayNot } = useRemoving();
  const whyNot = mayNot ?? (call?.legal_hold ? t('call.isHeld') : undefined);
  const remove = () => {
    // Until it is done, the same key would remove the next one.
    if (call && !busy && !isComing) run({ records: [call], keep: () => {} }, work);
  };
  useCommand('removeCall', whyNot === undefined && call_id !== null ? remove : undefined, whyNot);
  return notDone;
}
