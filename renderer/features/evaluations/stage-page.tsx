import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { isRefusal } from '../../api/refusal';
import { useAddress } from '../../core/address';
import { useHolds } from '../../core/session';
import { useCommand } from '../../core/use-command';
import { useTitle } from '../../core/use-title';
import { useFormat } from '../../i18n/use-format';
import { Neighbours } from '../../list/neighbours';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import styles from '../../ui/stage.module.css';
import { useIsAlone } from '../calibrations';
import { CallHeading, useCall } from '../call';
import { useCallName } from '../parties';
import { useInDeck } from '../player';
import { focusQuestion, questionElement } from '../scorecard';
import { reportOptions, useOpenQueue, useReport } from './evaluations';
import { FormPane } from './form-pane';
import { StageCall } from './stage-context';
import { formPanel, StageTabs, useStageTab } from './stage-tabs';

/**
 * The stage: the deck grows to the page and plays the call, the form is next to it, and tabs with what is known of the
 * call are below. In a narrow window the form is the first of the tabs.
 */
export function StagePage() {
  const { t } = useTranslation();
  const { report_id = '' } = useParams();
  const { data: of } = useQuery({
    ...reportOptions(report_id),
    select: ({ report: { call_id, calibration_id } }) => ({ call_id, calibration_id }),
  });
  const { data: call, error: callError } = useCall(of?.call_id ?? null);
  const isAlone = useIsAlone(of?.calibration_id ?? null);
  const callName = useCallName();
  const back = useBack();
  const tabs = useStageTab();
  useTitle(call && callName(call));
  useInDeck(call);
  return (
    <main className={styles.stage} aria-label={t('evaluations.stage')} data-stage>
      <div className={styles.bar}>
        <Button look="quiet" icon={<Icon of={ArrowLeft} />} onPress={back}>
          {t('evaluations.back')}
        </Button>
        <QueuePlace report_id={report_id} />
      </div>
      {call && <CallHeading call={call} />}
      {isRefusal(callError, 403, 404) && (
        <header className={styles.heading}>
          <FormMessage>{t('evaluations.callUnseen')}</FormMessage>
        </header>
      )}
      <StageTabs call={call} isAlone={isAlone} {...tabs} />
      <section
        className={styles.form}
        data-shown={tabs.tab === 'form' || undefined}
        aria-label={t('evaluations.formPane')}
        data-place="form"
        data-pane
        tabIndex={-1}
      >
        <div className={styles.panel} {...(tabs.isNarrow && formPanel)}>
          <StageCall value={call ?? null}>
            <Form report_id={report_id} />
          </StageCall>
        </div>
      </section>
    </main>
  );
}

/** The form. A component of its own, because it is read again after each change. */
function Form({ report_id }: { report_id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useReport(report_id);
  useLinkedQuestion(data !== undefined);
  if (data) return <FormPane key={report_id} report={data.report} version={data.version} />;
  if (!error) return null;
  return (
    <PaneError
      title={t(isRefusal(error, 404) ? 'evaluations.gone' : 'evaluations.failedOne')}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

/** Brings the question that a link leads to into view. */
function useLinkedQuestion(isShown: boolean): void {
  const linked = useAddress().params.get('question');
  useEffect(() => {
    const question = isShown && linked !== null ? questionElement(linked) : null;
    if (!question) return;
    question.scrollIntoView({ block: 'center' });
    focusQuestion(question);
  }, [isShown, linked]);
}

/** Back to the list that the user came from, otherwise to the first one that they may see. Esc in a field first leaves the field. */
function useBack(): () => void {
  const navigate = useNavigate();
  const list = useHolds('evaluation_reports:edit') ? '/queue' : '/evaluations';
  const back = () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(list));
  useCommand('clear', () => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches('input, textarea'))
      active.closest('[data-pane]')?.querySelector<HTMLElement>('[data-pane-focus]')?.focus();
    else back();
  });
  return back;
}

/** The place of an evaluation in the user's open queue, `4 of 12`, and the way to its neighbours. */
function QueuePlace({ report_id }: { report_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const data = useOpenQueue();
  const ids = data?.evaluation_queue.map((entry) => entry.report_id) ?? [];
  const at = ids.indexOf(report_id);
  const goTo = (id: string | undefined) =>
    id === undefined ? undefined : () => void navigate(`/evaluations/${id}`, { replace: true });
  const [above, below] = at < 0 ? [] : [goTo(ids[at - 1]), goTo(ids[at + 1])];
  if (at < 0) return null;
  const last = data?.next_url ? `${format.figure(ids.length)}+` : format.figure(ids.length);
  return (
    <Neighbours
      words={{
        list: t('evaluations.queue'),
        place: t('evaluations.placeInQueue', { place: format.figure(at + 1), last }),
        previous: t('evaluations.previous'),
        next: t('evaluations.next'),
        isFirst: t('evaluations.isFirst'),
        isLast: t('evaluations.isLast'),
      }}
      above={above}
      below={below}
    />
  );
}
