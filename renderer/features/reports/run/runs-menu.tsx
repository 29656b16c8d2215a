import type { ReportRun } from '@shared/contract/report-runs';
import { Check, History, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../../core/session';
import { useFormat } from '../../../i18n/use-format';
import { Button } from '../../../ui/button';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { useDeleteRun, useRuns } from './use-run';

type Props = {
  run: ReportRun;
  /** The run that it is compared with. */
  other: string | null;
  onShow: (run_id: string | null) => void;
  onCompare: (run_id: string | null) => void;
};

/** The kept runs: shows another one, compares with one, or deletes the shown one. */
export function RunsMenu({ run, other, onShow, onCompare }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useRuns(run.report_id);
  const mayDelete = useHolds('reports:delete');
  const remove = useDeleteRun(run.report_id, () => {
    toast(t('reports.runDeleted'));
    onShow(null);
  });
  const runs = data?.report_runs ?? [];
  const done = runs.filter(({ job_status, run_id }) => job_status === 'SUCCESS' && run_id !== run.run_id);
  const sign = (chosen: boolean) => (
    <Check size={14} strokeWidth={2} aria-hidden="true" visibility={chosen ? undefined : 'hidden'} />
  );
  const nameOf = ({ created_at, job_status }: ReportRun) =>
    job_status === 'SUCCESS'
      ? format.started(created_at)
      : `${format.started(created_at)}, ${t(`reports.state.${job_status}`)}`;
  return (
    <Menu
      label={t('reports.runs')}
      trigger={
        <Button look="quiet" icon={<History size={16} strokeWidth={1.75} aria-hidden="true" />}>
          {t('reports.runOf', { time: format.startedWithin(run.created_at) })}
        </Button>
      }
    >
      <MenuGroup title={t('reports.runs')}>
        {runs.map((one) => (
          <MenuItem key={one.run_id} icon={sign(one.run_id === run.run_id)} onAction={() => onShow(one.run_id)}>
            {nameOf(one)}
          </MenuItem>
        ))}
      </MenuGroup>
      {done.length > 0 && (
        <MenuGroup title={t('reports.compareWith')}>
          <MenuItem icon={sign(other === null)} onAction={() => onCompare(null)}>
            {t('reports.compareNone')}
          </MenuItem>
          {done.map((one) => (
            <MenuItem key={one.run_id} icon={sign(one.run_id === other)} onAction={() => onCompare(one.run_id)}>
              {format.started(one.created_at)}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
      {mayDelete && <MenuLine />}
      {mayDelete && (
        <MenuItem
          icon={<Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />}
          onAction={() => remove.mutate(run.run_id)}
        >
          {t('reports.deleteRun')}
        </MenuItem>
      )}
    </Menu>
  );
}
