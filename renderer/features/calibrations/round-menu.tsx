import { parseAbsolute, toCalendarDate } from '@internationalized/date';
import { type Calibration, calibrationApi } from '@shared/contract/calibrations';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, versioned } from '../../api/api';
import { changedByCalibration } from '../../api/cache/calibrations';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn, useZone } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { DateField } from '../../ui/date-field';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { endOfDay } from '../assignments';
import { path } from './calibrations';
import { ExportDialog } from './export-dialog';
import styles from './round-page.module.css';

type Evaluator = Calibration['evaluators'][number];
type Props = { round: Calibration; version: string | null };

/** What else can be done about a round: while it is open, its words and its deadline are changed; it is deleted. */
export function RoundMenu({ round, version }: Props) {
  const { t } = useTranslation();
  const reading = useReadingOnly();
  const mayLead = useHolds('evaluation_reports:calibrate');
  const mayDelete = useHolds('evaluation_reports:delete');
  const mayExport = useHolds('calls:download');
  const { user } = useSignedIn();
  const [asked, setAsked] = useState<'change' | 'delete' | Evaluator | null>(null);
  const isOpen = round.status === 'open';
  const outside =
    isOpen && mayExport && round.leader_user_id === user.user_id
      ? round.evaluators.filter(({ is_outside }) => is_outside)
      : [];
  if (reading !== undefined || !((mayLead && isOpen) || mayDelete || outside.length > 0)) return null;
  return (
    <>
      <Menu
        label={t('calibrations.more')}
        trigger={
          <IconButton label={t('calibrations.more')}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        {outside.map((one) => (
          <MenuItem key={one.user_id} onAction={() => setAsked(one)}>
            {t('calibrations.exportFor', { name: one.name })}
          </MenuItem>
        ))}
        {mayLead && isOpen && <MenuItem onAction={() => setAsked('change')}>{t('calibrations.change')}</MenuItem>}
        {mayDelete && <MenuItem onAction={() => setAsked('delete')}>{t('calibrations.delete')}</MenuItem>}
      </Menu>
      {asked === 'change' && <ChangeDialog round={round} version={version} onClose={() => setAsked(null)} />}
      {asked !== null && typeof asked === 'object' && (
        <ExportDialog round={round} evaluator={asked} onClose={() => setAsked(null)} />
      )}
      {asked === 'delete' && <DeleteDialog round={round} onClose={() => setAsked(null)} />}
    </>
  );
}

function ChangeDialog({ round, version, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const zone = useZone();
  const message = useMessage();
  const refusalText = useRefusalText();
  const { calibration_id, deadline } = round;
  const before = deadline === null ? null : toCalendarDate(parseAbsolute(deadline, zone)).toString();
  const [name, setName] = useState(round.name);
  const [description, setDescription] = useState(round.description);
  const [day, setDay] = useState(before);
  const save = useMutation({
    gcTime: 0,
    mutationFn: () =>
      versioned(calibrationApi.update, {
        params: { calibration_id },
        body: {
          calibration: {
            name,
            description,
            ...(day !== before && { deadline: day === null ? null : endOfDay(day, zone) }),
          },
        },
        version,
      }),
    onSuccess: async () => {
      onClose();
      await refresh(changedByCalibration);
    },
  });
  const faults = isRefusal(save.error) ? save.error.details : {};
  const faultIn = (field: string) => faults[field] && message(faults[field]);
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('calibrations.changeTitle')}
      width={560}
      actions={
        <>
          <Button onPress={onClose}>{t('calibrations.cancel')}</Button>
          <Button
            look="ink"
            busy={save.isPending}
            unavailable={name.trim() === '' ? t('calibrations.nameMissing') : undefined}
            onPress={() => save.mutate()}
          >
            {t('calibrations.save')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          label={t('calibrations.name')}
          value={name}
          onChange={setName}
          max={256}
          required
          autoFocus
          message={faultIn('name')}
        />
        <TextField
          label={t('calibrations.description')}
          value={description}
          onChange={setDescription}
          long
          lines={2}
          max={4096}
          message={faultIn('description')}
        />
        <DateField label={t('calibrations.due')} value={day} onChange={setDay} message={faultIn('deadline')} />
        {save.error && Object.keys(faults).length === 0 && <FormMessage>{refusalText(save.error)}</FormMessage>}
      </div>
    </Dialog>
  );
}

function DeleteDialog({ round, onClose }: { round: Calibration; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { calibration_id, name, origin } = round;
  const mayRemove = useHolds('calls:delete');
  const [withCalls, setWithCalls] = useState(false);
  const remove = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(calibrationApi.delete, { params: { calibration_id }, query: withCalls ? { with_calls: '1' } : {} }),
    onSuccess: async () => {
      onClose();
      toast(t('calibrations.deleted', { name }));
      await navigate(path, { replace: true });
      await refresh([...changedByCalibration, ...changedByEvaluation]);
    },
  });
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('calibrations.deleteTitle', { name })}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('calibrations.keep')}
          </Button>
          <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
            {t('calibrations.deleteNow')}
          </Button>
        </>
      }
    >
      <p>{t(origin === null ? 'calibrations.deleteText' : 'calibrations.deleteReceived')}</p>
      {origin !== null && mayRemove && (
        <Checkbox isSelected={withCalls} onChange={setWithCalls}>
          {t('calibrations.withCalls')}
        </Checkbox>
      )}
      {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
    </Dialog>
  );
}
