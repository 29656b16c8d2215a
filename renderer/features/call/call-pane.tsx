import { CallDirection } from '@shared/codes';
import { type Call, downloadFile } from '@shared/contract/calls';
import { wholeSeconds } from '@shared/duration';
import { Download, Ellipsis } from 'lucide-react';
import { useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { addressOf } from '../../api/api';
import { useMachine } from '../../api/machine';
import { isRefusal } from '../../api/refusal';
import { useIsLive, useLiveCommands } from '../../core/command-entries';
import { runCommand } from '../../core/run-command';
import { useHolds, useZone } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useReadingOnly } from '../../core/view-as';
import { phoneText } from '../../i18n/phone-number';
import { lengthText, zoneText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem, MenuLine } from '../../ui/menu';
import { PaneError } from '../../ui/pane-error';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { EvaluateCall } from '../assignments';
import { useWhoGrants } from '../call-keys';
import { agentOf, customerOf, partyText, useCallName } from '../parties';
import { gapsOf } from '../player';
import styles from './call-pane.module.css';
import { CallTabs } from './call-tabs';
import { useHold } from './change-call';
import { CopyLink } from './copy-link';
import { isEncrypted, isMixed } from './files-of';
import { saveFile } from './saving';
import { useCall } from './use-call';

/** One call: its parties and actions, and all that is known of it. */
export function CallPane({ call_id }: { call_id: string | null }) {
  const { t } = useTranslation();
  const { data: call, error, refetch, isFetching } = useCall(call_id);
  if (call_id === null)
    return (
      <div className={styles.none}>
        <p>{t('call.none')}</p>
      </div>
    );
  // Also one that was removed while it was shown, unless it is being read again: it may have been restored.
  if (isRefusal(error, 404) && !(call && isFetching))
    return (
      <div className={styles.none}>
        <p>{t('call.gone')}</p>
      </div>
    );
  if (call === undefined)
    return error && <PaneError title={t('call.failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.pane} key={call.call_id}>
      <CallHead call={call} />
      <CallTabs call={call} />
    </div>
  );
}

/** Longer numbers, and those with a prefix of a country, reach someone from outside as well. */
const isExtension = (number: string): boolean => /^\D*(\d\D*){1,6}$/.test(number) && !/^(\+|00)/.test(number);

/** The parties and time of the call, and its actions. */
function CallHead({ call }: { call: Call }) {
  const { t } = useTranslation();
  const zone = useZone();
  const format = useFormat();
  const maySeeEvaluations = useHolds('evaluation_reports:view');
  const customer = customerOf(call);
  const agent = agentOf(call);
  const callName = useCallName();
  const number = customer.number === null ? t('call.noNumber') : phoneText(customer.number);
  const line = call.protocol_call_direction === CallDirection.outbound ? 'call.lineOutbound' : 'call.lineInbound';
  const extension =
    agent.name === null || agent.number === null
      ? ''
      : isExtension(agent.number)
        ? t('call.extension', { number: phoneText(agent.number) })
        : `, ${phoneText(agent.number)}`;
  const inside = agent.name === null ? partyText(agent) : agent.name + extension;
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h2 className={styles.title} dir="auto" onPointerEnter={titleWhenCut}>
          {callName(call)}
        </h2>
        <MoreMenu call={call} number={customer.number} />
      </div>
      <p className={styles.line}>
        {inside === null ? (
          <span data-figures>{number}</span>
        ) : (
          <Trans
            t={t}
            i18nKey={line}
            values={{ number, agent: inside }}
            components={{ figures: <span data-figures /> }}
          />
        )}
      </p>
      <p className={styles.when} data-figures>
        {format.full(call.setup_time)} ({zoneText(call.setup_time, zone)})
      </p>
      {call.legal_hold && <p className={styles.when}>{t('call.isHeld')}</p>}
      <div className={styles.acts}>
        {maySeeEvaluations && <EvaluateCall call={call} />}
        <DownloadButton call={call} />
        <CopyLink call={call} />
      </div>
    </header>
  );
}

/** Saves all files of the call as one, without the time between them. */
function DownloadButton({ call }: { call: Call }) {
  const { t } = useTranslation();
  const said = useId();
  const maySave = useHolds('calls:download');
  const whoGrants = useWhoGrants(isEncrypted(call) ? call.call_id : null);
  const reason = !maySave
    ? t('call.mayNotDownload')
    : call.files.length === 0
      ? t('call.noAudio')
      : isMixed(call)
        ? t('call.mixedFiles')
        : whoGrants;
  const gaps = gapsOf(call).filter(({ missing_ms }) => wholeSeconds(missing_ms) > 0);
  const missing_ms = gaps.reduce((sum, gap) => sum + gap.missing_ms, 0);
  const skips = gaps.every(({ isPaused }) => isPaused) ? 'call.downloadPauses' : 'call.downloadSkips';
  const leavesOut = reason === undefined && wholeSeconds(missing_ms) > 0;
  return (
    <>
      <IconButton
        label={t('call.download')}
        size={30}
        edge
        unavailable={reason}
        onPress={() => void saveFile(addressOf(downloadFile, { call_id: call.call_id }))}
        describedBy={leavesOut ? said : undefined}
      >
        <Icon of={Download} />
      </IconButton>
      {leavesOut && (
        <p id={said} className={styles.note} data-figures>
          {t(skips, { missing: lengthText(missing_ms / 1000) })}
        </p>
      )}
    </>
  );
}

/** Further actions on a call. */
function MoreMenu({ call, number }: { call: Call; number: string | null }) {
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
