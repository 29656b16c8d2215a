import type { ReportRun } from '@shared/contract/report-runs';
import { useQueryClient } from '@tanstack/react-query';
import { Check, History, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reportKeys } from '../../../api/cache/reports';
import { useHolds } from '../../../core/session';
import { DeleteRecord } from '../../../form/delete-record';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../../../ui/menu';
import { deleteRun, useRuns } from './use-run';
import { useRunName } from './use-run-name';

type Props = {
  run: ReportRun;
  /** The run that it is compared with. */
  other: string | null;
  onShow: (run_id: string) => void;
  onCompare: (run_id: string | null) => void;
};

/** The kept runs: shows another one, compares with one, or deletes the shown one. */
export function RunsMenu({ run, other, onShow, onCompare }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const nameOf = useRunName(run.report_id);
  const { data } = useRuns(run.report_id);
  const mayDelete = useHolds('reports:delete');
  const runs = data?.report_runs ?? [];
  const done = runs.filter(({ job_status, run_id }) => job_status === 'SUCCESS' && run_id !== run.run_id);
  const sign = (chosen: boolean) => (
    <Icon of={Check} size={14} strokeWidth={2} visibility={chosen ? undefined : 'hidden'} />
  );
  const named = (one: ReportRun) =>
    one.job_status === 'SUCCESS' ? nameOf.alone(one) : `${nameOf.alone(one)}, ${t(`reports.state.${one.job_status}`)}`;
  const { report_id } = run;
  return (
    <DeleteRecord
      words={{
        ask: t('reports.deleteRun'),
        title: t('reports.deleteRunTitle', { time: nameOf.within(run) }),
        keep: t('reports.keepRun'),
        remove: t('reports.deleteRunNow'),
        removed: t('reports.runDeleted'),
      }}
      id={run.run_id}
      remove={() => deleteRun(client, run)}
      list={`/reports/${report_id}`}
      // Not the run itself, which is shown until the page follows to the next one.
      changed={[reportKeys.run(report_id, 'list'), reportKeys.run(report_id, 'latest')]}
      trigger={(ask) => (
        <Menu
          label={t('reports.runs')}
          trigger={
            <Button look="quiet" icon={<Icon of={History} />}>
              {t('reports.runOf', { time: nameOf.within(run) })}
            </Button>
          }
        >
          <MenuGroup title={t('reports.runs')}>
            {runs.map((one) => (
              <MenuItem key={one.run_id} icon={sign(one.run_id === run.run_id)} onAction={() => onShow(one.run_id)}>
                {named(one)}
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
                  {nameOf.alone(one)}
                </MenuItem>
              ))}
            </MenuGroup>
          )}
          {mayDelete && <MenuLine />}
          {mayDelete && (
            <MenuItem icon={<Icon of={Trash2} size={14} />} onAction={ask}>
              {t('reports.deleteRun')}
            </MenuItem>
          )}
        </Menu>
      )}
    >
      <p>{t('reports.deleteRunText')}</p>
    </DeleteRecord>
  );
}
