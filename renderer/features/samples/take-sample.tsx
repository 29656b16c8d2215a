import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { Shuffle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { oneAtATime } from '../../core/one-at-a-time';
import { useHolds } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { AssignFields, MakeForm, useActiveForms, useAssignment } from '../assignments';
import { useCallsById } from '../call';
import { useCallName } from '../parties';
import { byAgent } from './by-agent';
import styles from './sample.module.css';
import { SampleForm } from './sample-form';
import { atFirst, isAmount, sampleOf } from './sample-values';
import { Seed } from './seed';
import { useDraw } from './use-samples';

/** Opens the dialog that draws calls for evaluation. */
export function TakeSample() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const reading = useReadingOnly();
  const mayAssign = useHolds('evaluation_reports:edit');
  const maySee = useHolds('calls:view');
  const why = reading ?? (mayAssign ? (maySee ? undefined : t('samples.mayNotSee')) : t('samples.mayNot'));
  return (
    <>
      <Button look="quiet" icon={<Icon of={Shuffle} />} unavailable={why} onPress={() => setOpen(true)}>
        {t('samples.take')}
      </Button>
      {isOpen && <SampleDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Draws calls for evaluation: what from and how many, then the calls that were drawn, to assign them. */
function SampleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const say = useSaid();
  const [values, setValues] = useState(atFirst);
  const [alone] = useState(oneAtATime);
  const { mutateAsync, data: sample, isPending, error, reset } = useDraw();
  const { data: forms = [], isSuccess: hasForms } = useActiveForms();
  const assignment = useAssignment({
    calls: sample?.calls ?? [],
    forms,
    onDone: onClose,
    sample_id: sample?.sample_id,
  });
  const tooMany = isRefusal(error) ? error.field('amount') : undefined;
  const new_sample = sampleOf(values);
  const draw = () => new_sample && void alone(() => mutateAsync(new_sample).catch(() => undefined));
  const { amount, method } = values;
  const amountText = isAmount(amount) ? { count: amount, shown: format.figure(amount) } : undefined;
  const canAssign = sample !== undefined && sample.calls.length > 0 && forms.length > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`samples.${titleOf(sample, canAssign)}`)}
      width={560}
      firm
      actions={
        <>
          {sample && (
            <Button key="back" onPress={reset}>
              {t('samples.back')}
            </Button>
          )}
          <Button onPress={onClose}>{t('samples.cancel')}</Button>
          {!sample && (
            <Button
              key="draw"
              look="ink"
              busy={isPending}
              unavailable={amountText ? undefined : t('samples.amountWrong')}
              onPress={draw}
            >
              {amountText ? t(`samples.draw.${method}`, amountText) : t('samples.drawCalls')}
            </Button>
          )}
          {canAssign && (
            <Button
              key="assign"
              look="ink"
              busy={assignment.isPending}
              unavailable={assignment.why}
              onPress={() => assignment.assign(false)}
            >
              {assignment.count === 0
                ? t('samples.assignCalls')
                : t('samples.assign', { count: assignment.count, shown: format.figure(assignment.count) })}
            </Button>
          )}
        </>
      }
    >
      {sample ? (
        <DrawnSample sample={sample} assignment={assignment} forms={hasForms ? forms : undefined} />
      ) : (
        <>
          <SampleForm values={values} onChange={setValues} onSubmit={draw} />
          {error && <FormMessage>{tooMany ? say(tooMany) : refusalText(error)}</FormMessage>}
        </>
      )}
    </Dialog>
  );
}

function titleOf(sample: { calls: readonly unknown[] } | undefined, canAssign: boolean) {
  if (!sample) return 'title';
  if (sample.calls.length === 0) return 'noneTitle';
  return canAssign ? 'assignTitle' : 'drawnTitle';
}

type DrawnSampleProps = {
  sample: EvaluationSample;
  assignment: ReturnType<typeof useAssignment>;
  /** The forms that accept evaluations; undefined while they are read. */
  forms: readonly { form_id: string; name: string }[] | undefined;
};

/** The calls that were drawn, by agent, and the fields of their assignment. */
function DrawnSample({ sample, assignment, forms }: DrawnSampleProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const count = sample.calls.length;
  const calls = useCallsById(sample.calls.map(({ call_id }) => call_id));
  if (count === 0) return sample.unlinked ? <LeftOut sample={sample} /> : <p>{t('samples.none')}</p>;
  return (
    <div className={styles.drawn}>
      <div className={styles.facts}>
        <p className={styles.count} role="status">
          {t('samples.drawn', { count, shown: format.figure(count), pool: format.figure(sample.drawn_from) })}
        </p>
        <LeftOut sample={sample} />
        <p className={styles.seed}>
          {t('samples.seed')} <Seed seed={sample.seed} />
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled with the keyboard */}
        <section className={styles.calls} aria-label={t('samples.calls')} tabIndex={0}>
          {byAgent(sample.calls).map(({ agent, name, own }) => (
            <section key={agent ?? ''}>
              <h3 className={styles.agent}>
                {t('samples.ofAgent', { agent: name ?? t('samples.noAgent'), count: own.length })}
              </h3>
              <ul>
                {own.map(({ call_id }) => {
                  const call = calls.get(call_id);
                  return (
                    <li key={call_id} className={styles.call}>
                      <span className={styles.name}>{call && callName(call)}</span>
                      <span data-figures>{call && format.started(call.setup_time)}</span>
                    </li>
                  );
                })}
              </ul>
            </section>
          ))}
        </section>
      </div>
      {forms?.length === 0 ? (
        <p className={styles.hint}>
          {t('samples.noForm')} <MakeForm />
        </p>
      ) : (
        forms && (
          <form
            className={styles.fields}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              assignment.assign(false);
            }}
          >
            <AssignFields assignment={assignment} forms={forms} autoFocus />
            <button type="submit" hidden />
          </form>
        )
      )}
    </div>
  );
}

/** The calls that a draw by agent left out, because no user is their agent. */
function LeftOut({ sample: { unlinked, unlinked_agents } }: { sample: EvaluationSample }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!unlinked) return null;
  const named = unlinked_agents.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <div className={styles.hint}>
      <p>{t('samples.unlinked', { count: unlinked, shown: format.figure(unlinked) })}</p>
      <ul>
        {unlinked_agents.map(({ agent, calls }) => (
          <li key={agent}>
            {t('samples.unlinkedOne', { agent: agent ?? t('samples.unnamed'), shown: format.figure(calls) })}
          </li>
        ))}
        {named < unlinked && <li>{t('samples.moreUnlinked', { shown: format.figure(unlinked - named) })}</li>}
      </ul>
      <p>{t('samples.unlinkedHint')}</p>
    </div>
  );
}
