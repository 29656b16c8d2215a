import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { exportPool, replaceCall } from '@shared/contract/evaluation-queue';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { addressOf, api } from '../../api/api';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { useTitle } from '../../core/use-title';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { classNames } from '../../ui/class-names';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useStatusText } from '../assignments';
import { CalibrateCalls } from '../calibrations';
import { saveFile, useCallsById } from '../call';
import { useCallName } from '../parties';
import { SamplePane, useSample } from '../samples';
import styles from './plans.module.css';

type Drawn = EvaluationSample['calls'][number];

/** A draw of a plan: its calls with what each stands for, and how it can be checked. */
export function DrawPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { sample_id = '' } = useParams();
  const { data, error, refetch } = useSample(sample_id);
  useTitle(data?.name ?? undefined);
  const to = data?.plan_id ? `/evaluations/plans/${data.plan_id}` : '/evaluations/plans';
  const back = (
    <Button look="quiet" icon={<Icon of={ArrowLeft} />} onPress={() => void navigate(to)}>
      {t(data?.plan_id ? 'plans.plan' : 'plans.title')}
    </Button>
  );
  return (
    <Page label={data?.name ?? t('plans.title')} className={styles.page}>
      <PageBar title={data?.name ?? ''} of="record" before={back}>
        {data && data.calls.length > 0 && <CalibrateCalls calls={data.calls} />}
        {data && <Check sample={data} />}
      </PageBar>
      {data ? (
        <div className={styles.draw}>
          <div className={styles.calls} data-page-focus tabIndex={-1}>
            <Calls sample={data} />
          </div>
          <aside className={styles.pane} aria-label={t('plans.sample')}>
            <Strata sample={data} />
            <SamplePane sample_id={sample_id} unseen={null} />
          </aside>
        </div>
      ) : (
        error && (
          <PaneError
            title={t(isRefusal(error, 404) ? 'plans.goneDraw' : 'plans.failedDrawPage')}
            error={error}
            onRetry={() => void refetch()}
          />
        )
      )}
    </Page>
  );
}

function Calls({ sample }: { sample: EvaluationSample }) {
  const { t } = useTranslation();
  const format = useFormat();
  const statusText = useStatusText();
  const callName = useCallName();
  const { user } = useSignedIn();
  const mayPlan = useHolds('evaluation_reports:plan');
  const [replaced, setReplaced] = useState<Drawn | null>(null);
  const read = useCallsById(sample.calls.map(({ call_id }) => call_id));
  const gone = new Set(sample.calls.map(({ replaces }) => replaces));
  if (sample.calls.length === 0) return <p className={styles.quiet}>{t('plans.noCalls')}</p>;
  const may = (call: Drawn) =>
    (mayPlan || call.evaluator_user_id === user.user_id) &&
    !gone.has(call.call_id) &&
    (call.status === 'assigned' || call.status === 'in_progress');
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('plans.call')}</th>
            <th scope="col">{t('plans.agent')}</th>
            <th scope="col">{t('plans.stratum')}</th>
            <th scope="col">{t('plans.weight')}</th>
            <th scope="col">{t('plans.state')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('plans.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sample.calls.map((call) => {
            const known = read.get(call.call_id);
            const name = known ? callName(known) : t('plans.unknownCall');
            return (
              <tr key={call.call_id}>
                <th scope="row">
                  {call.report_id === null ? name : <Link to={`/evaluations/${call.report_id}`}>{name}</Link>}
                  {known && <span className={styles.small}>{format.started(known.setup_time)}</span>}
                  {call.reason !== null && (
                    <span className={styles.small}>{t('plans.inPlace', { reason: call.reason })}</span>
                  )}
                </th>
                <td>{call.agent_name}</td>
                <td>
                  {call.stratum && t(`plans.strata.${call.stratum}`)}
                  {call.risk.length > 0 && (
                    <span className={styles.small}>{call.risk.map((one) => t(`plans.risks.${one}`)).join(', ')}</span>
                  )}
                </td>
                <td data-figures>{call.weight === null ? '–' : format.fixed(call.weight, 1)}</td>
                <td>{gone.has(call.call_id) ? t('plans.replaced') : call.status && statusText(call.status)}</td>
                <td>
                  {may(call) && (
                    <Button look="quiet" onPress={() => setReplaced(call)}>
                      {t('plans.replace')}
                      <span className="visually-hidden"> {name}</span>
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {replaced && <Replace sample={sample} call={replaced} onClose={() => setReplaced(null)} />}
    </>
  );
}

type ReplaceProps = { sample: EvaluationSample; call: Drawn; onClose: () => void };

function Replace({ sample: { sample_id }, call: { call_id }, onClose }: ReplaceProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const reading = useReadingOnly();
  const [reason, setReason] = useState('');
  const replace = useMutation({
    gcTime: 0,
    mutationFn: () => api(replaceCall, { params: { sample_id }, body: { replacement: { call_id, reason } } }),
    onSuccess: async () => {
      onClose();
      toast(t('plans.wasReplaced'));
      await refresh(changedByEvaluation);
    },
  });
  const whyNot = reading ?? (reason.trim() === '' ? t('plans.reasonMissing') : undefined);
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('plans.replaceTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('plans.cancel')}</Button>
          <Button look="ink" busy={replace.isPending} unavailable={whyNot} onPress={() => replace.mutate()}>
            {t('plans.replaceNow')}
          </Button>
        </>
      }
    >
      <p>{t('plans.replaceText')}</p>
      <TextField label={t('plans.reason')} value={reason} onChange={setReason} max={512} required autoFocus />
      {replace.error && <FormMessage>{refusalText(replace.error)}</FormMessage>}
    </Dialog>
  );
}

/** How many calls of each stratum were drawn. */
function Strata({ sample: { strata, calls } }: { sample: EvaluationSample }) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = new Map(calls.map(({ agent_user_id, agent_name }) => [agent_user_id, agent_name]));
  if (strata.every(({ stratum }) => stratum === 'all')) return null;
  return (
    <table className={classNames(styles.table, styles.strata)}>
      <caption className="visually-hidden">{t('plans.strataCaption')}</caption>
      <tbody>
        {strata.map(({ agent_user_id, stratum, calls: all, drawn }) => (
          <tr key={`${agent_user_id} ${stratum}`}>
            <th scope="row">{names.get(agent_user_id)}</th>
            <td>{t(`plans.strata.${stratum}`)}</td>
            <td data-figures>{t('plans.drawnOf', { drawn: format.figure(drawn), all: format.figure(all) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Saves the pool of a draw, with the commands that check it. */
function Check({ sample: { sample_id, seed } }: { sample: EvaluationSample }) {
  const { t } = useTranslation();
  const mayPlan = useHolds('evaluation_reports:plan');
  const [isOpen, setOpen] = useState(false);
  if (!mayPlan) return null;
  const path = addressOf(exportPool, { sample_id });
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('plans.check')}</Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t('plans.checkTitle')}
          width={560}
          actions={
            <>
              <Button onPress={() => setOpen(false)}>{t('plans.close')}</Button>
              <Button look="ink" onPress={() => void saveFile(path)}>
                {t('plans.savePool')}
              </Button>
            </>
          }
        >
          <p>{t('plans.checkText')}</p>
          <pre className={styles.command}>{`printf '%s\\n%s' '${seed}' <call_id> | sha256sum`}</pre>
          <pre className={styles.command}>{'LC_ALL=C sort -t, -k2,4 pool.csv'}</pre>
        </Dialog>
      )}
    </>
  );
}
