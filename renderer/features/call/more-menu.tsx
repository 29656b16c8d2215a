import type { Call } from '@shared/contract/calls';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../../api/machine';
import { useIsLive, useLiveCommands } from '../../core/command-entries';
import { runCommand } from '../../core/run-command';
import { useHolds } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useReadingOnly } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { useHold } from './change-call';

/** Further actions on a call. */
export function MoreMenu({ call, number }: { call: Call; number: string | null }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { data: machine } = useMachine();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const mayHold = useHolds('calls:delete');
  const mayLift = useHolds('retention:edit');
  const mayNotToggle = !mayHold ? t('call.mayNotHold') : call.legal_hold && !mayLift ? t('call.mayNotLift') : undefined;
  const hold = useHold(call);
  const keysOf = useKeysOf();
  const mayRemove = useIsLive('removeCall');
  const mayNotRemove = useLiveCommands(({ whyNot }) => whyNot.removeCall);
  const api_url = machine?.api_url;
  const toggleHold = () =>
    hold.mutate(!call.legal_hold, {
      onSuccess: ({ call: { legal_hold } }) => toast(t(legal_hold ? 'call.held' : 'call.lifted')),
      onError: (error) => toast(refusalText(error), 'note'),
    });
  return (
    <Menu
      label={t('call.more')}
      trigger={
        <IconButton label={t('call.more')}>
          <Icon of={Ellipsis} />
        </IconButton>
      }
    >
      {number !== null ? <MenuItem onAction={() => copy(number)}>{t('call.copyNumber')}</MenuItem> : null}
      <MenuItem onAction={() => copy(call.call_id)}>{t('call.copyId')}</MenuItem>
      {api_url ? (
        <MenuItem onAction={() => copy(`${api_url}/api/v2/calls/${call.call_id}.json`)}>
          {t('call.copyAddress')}
        </MenuItem>
      ) : null}
      <MenuLine />
      <MenuItem unavailable={reading ?? mayNotToggle} onAction={toggleHold}>
        {t(call.legal_hold ? 'call.lift' : 'call.hold')}
      </MenuItem>
      {mayRemove || mayNotRemove !== undefined ? (
        <MenuItem keys={keysOf('removeCall')} unavailable={mayNotRemove} onAction={() => runCommand('removeCall')}>
          {t('call.remove')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
