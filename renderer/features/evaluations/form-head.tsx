import { type EvaluationReport, evaluationReportApi } from '@shared/contract/evaluation-reports';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { memo, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { api } from '../../api/api';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { refresh } from '../../core/query-client';
import { useHolds, useZone } from '../../core/session';
import { useUserNames } from '../../core/user-names';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { toast } from '../../ui/toast';
import { RoundNote } from '../calibrations';
import type { Draft } from './draft';
import styles from './form-head.module.css';
import { StageDraft } from './stage-context';

/** The name of the form and its version, whom it is about, how far it is, and whether everything is saved. */
export const FormHead = memo(function FormHead({ report, facts }: { report: EvaluationReport; facts: string }) {
  const { t } = useTranslation();
  const draft = useContext(StageDraft);
  return (
    <header className={styles.head}>
      <div className={styles.top}>
        <h2 className={styles.title}>{report.title}</h2>
        <span className={styles.version}>{t('evaluations.version', { revision: report.form_revision })}</span>
        <MoreMenu report={report} />
      </div>
      <People report={report} />
      {report.calibration_id !== null && <RoundNote calibration_id={report.calibration_id} call_id={report.call_id} />}
      <p className={styles.facts} data-figures>
        {facts}
        {draft && <Saving draft={draft} />}
      </p>
    </header>
  );
});

/** The agent, and in a result its evaluator as well. While it is scored, the evaluator is the user. */
function People({ report: { agent_user_id, evaluator_user_id, status } }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const isScored = status === 'assigned' || status === 'in_progress';
  const nameOf = useUserNames(isScored ? [agent_user_id] : [agent_user_id, evaluator_user_id]);
  const [agent, evaluator] = [nameOf(agent_user_id), isScored ? undefined : nameOf(evaluator_user_id)];
  const words = [
    agent !== undefined && t('evaluations.ofAgent', { name: agent }),
    evaluator !== undefined && t('evaluations.byEvaluator', { name: evaluator }),
  ].filter((one) => one !== false);
  return words.length > 0 && <p className={styles.people}>{words.join(' · ')}</p>;
}

/** Whether everything is saved. Screen readers hear when it is, and when it is not, but not of each save under way. */
function Saving({ draft: { store } }: { draft: Draft }) {
  const { t } = useTranslation();
  const state = useStore(store, (draft) => draft.state);
  const savedAt = useStore(store, (draft) => draft.savedAt);
  const format = useFormat();
  const zone = useZone();
  const saved = savedAt && `· ${t('evaluations.draftSaved', { time: format.now(savedAt, zone) })}`;
  const isUnderWay = state === 'saving';
  return (
    <>
      <span role="status" className={isUnderWay ? 'visually-hidden' : undefined}>
        {state === 'waiting' ? `· ${t('evaluations.notSaved')}` : saved}
      </span>
      {isUnderWay && <span aria-hidden="true">· {t('evaluations.saving')}</span>}
    </>
  );
}

/** The actions on an evaluation that is not completed, for people with the right to assign. A round ends as a whole. */
function MoreMenu({ report: { report_id, status, purpose } }: { report: EvaluationReport }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const reading = useReadingOnly();
  const mayCancel = useHolds('evaluation_reports:edit') && reading === undefined;
  if (!mayCancel || purpose === 'calibration' || (status !== 'assigned' && status !== 'in_progress')) return null;
  return (
    <>
      <Menu
        label={t('evaluations.more')}
        trigger={
          <IconButton label={t('evaluations.more')}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => setAsks(true)}>{t('evaluations.cancel')}</MenuItem>
      </Menu>
      {asks && <CancelDialog report_id={report_id} onClose={() => setAsks(false)} />}
    </>
  );
}

function CancelDialog({ report_id, onClose }: { report_id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const { mutate, isPending, error } = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(evaluationReportApi.update, {
        params: { report_id },
        body: { evaluation_report: { status: 'cancelled' } },
      }),
    onSuccess: async () => {
      onClose();
      toast(t('evaluations.cancelled'));
      await navigate('/queue');
      await refresh(changedByEvaluation);
    },
  });
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={t('evaluations.cancelTitle')}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('evaluations.keep')}
          </Button>
          <Button look="danger" busy={isPending} onPress={() => mutate()}>
            {t('evaluations.cancelNow')}
          </Button>
        </>
      }
    >
      <p>{t('evaluations.cancelText')}</p>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
    </Dialog>
  );
}
