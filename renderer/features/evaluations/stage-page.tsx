import type { Call } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { isRefusal } from '../../api/refusal';
import { useAddress } from '../../core/address';
import { useHolds } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { useTitle } from '../../core/use-title';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { PaneError } from '../../ui/pane-error';
import { useCall } from '../call';
import { agentOf, customerOf, partyText, useCallName } from '../parties';
import { usePlayer } from '../player';
import { focusQuestion, questionElement } from '../scorecard';
import { reportOptions, useOpenQueue, useReport } from './evaluations';
import { FormPane } from './form-pane';
import { StageCall } from './stage-context';
import styles from './stage-page.module.css';
import { formPanel, StageTabs, useStageTab } from './stage-tabs';

/**
 * The stage: the deck grows to the page and plays the call, the form is next to it, and tabs with what is known of the
 * call are below. In a narrow window the form is the first of the tabs.
 */
export function StagePage() {
  const { t } = useTranslation();
  const { report_id = '' } = useParams();
  const { data: call_id } = useQuery({ ...reportOptions(report_id), select: ({ report }) => report.call_id });
  const { data: call, error: callError } = useCall(call_id ?? null);
  const callName = useCallName();
  const back = useBack();
  const tabs = useStageTab();
  useTitle(call && callName(call));
  const loaded = useRef<string>(null);
  useEffect(() => {
    if (!call) return;
    const { load, takeIn } = usePlayer.getState();
    // Only once: another call that the user has loaded since stays in the deck when something in this one changes.
    if (loaded.current === call.call_id) takeIn(call);
    else load(call);
    loaded.current = call.call_id;
  }, [call]);
  return (
    <main className={styles.stage} aria-label={t('evaluations.stage')} data-stage>
      <div className={styles.bar}>
        <Button look="quiet" icon={<Icon of={ArrowLeft} />} onPress={back}>
          {t('evaluations.back')}
        </Button>
        <QueuePlace report_id={report_id} />
      </div>
      {call && <CallTitle call={call} />}
      {isRefusal(callError, 403, 404) && (
        <header className={styles.heading}>
          <FormMessage>{t('evaluations.callUnseen')}</FormMessage>
        </header>
      )}
      <StageTabs call={call} {...tabs} />
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

function CallTitle({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const { number } = customerOf(call);
  const facts = [
    number === null ? null : phoneText(number),
    partyText(agentOf(call)),
    format.started(call.setup_time),
    call.duration === null ? null : lengthText(call.duration),
  ];
  return (
    <header className={styles.heading}>
      <h1 className={styles.title} dir="auto">
        {callName(call)}
      </h1>
      <p className={styles.facts} data-figures title={t('evaluations.aboutCall')}>
        {facts.filter((fact) => fact !== null).join(' · ')}
      </p>
    </header>
  );
}

/** The place of an evaluation in the user's open queue, `4 of 12`, and the way to its neighbours. */
function QueuePlace({ report_id }: { report_id: string }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const data = useOpenQueue();
  const ids = data?.evaluation_queue.map((entry) => entry.report_id) ?? [];
  const at = ids.indexOf(report_id);
  const goTo = (id: string | undefined) =>
    id === undefined ? undefined : () => void navigate(`/evaluations/${id}`, { replace: true });
  const [above, below] = at < 0 ? [] : [goTo(ids[at - 1]), goTo(ids[at + 1])];
  useCommand('callAbove', above);
  useCommand('callBelow', below);
  if (at < 0) return null;
  const last = data?.next_url ? `${format.figure(ids.length)}+` : format.figure(ids.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.place} role="group" aria-label={t('evaluations.queue')}>
      <span data-figures>{t('evaluations.placeInQueue', { place: format.figure(at + 1), last })}</span>
      <IconButton
        label={t('evaluations.previous')}
        keys={keysOf('callAbove')}
        unavailable={above ? undefined : t('evaluations.isFirst')}
        {...(above && { onPress: above })}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton
        label={t('evaluations.next')}
        keys={keysOf('callBelow')}
        unavailable={below ? undefined : t('evaluations.isLast')}
        {...(below && { onPress: below })}
      >
        <Icon of={ChevronDown} />
      </IconButton>
    </div>
  );
}
