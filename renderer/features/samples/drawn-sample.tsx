import type { EvaluationSample } from '@shared/contract/evaluation-queue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { AssignFields, MakeForm, type useAssignment } from '../assignments';
import { useCallsById } from '../call';
import { useCallName } from '../parties';
import { byAgent } from './by-agent';
import styles from './sample.module.css';
import { Seed } from './seed';

type Props = {
  sample: EvaluationSample;
  assignment: ReturnType<typeof useAssignment>;
  /** The forms that accept evaluations; undefined while they are read. */
  forms: readonly { form_id: string; name: string }[] | undefined;
};

/** The calls that were drawn, by agent, and the fields of their assignment. */
export function DrawnSample({ sample, assignment, forms }: Props) {
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
