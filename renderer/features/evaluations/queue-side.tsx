import type { QueueEntry } from '@shared/contract/evaluation-queue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import facts from '../../ui/facts.module.css';
import { SamplePane } from '../samples';
import { AssignedBy } from './queue-cells';
import styles from './queue-side.module.css';

/** Where an evaluation comes from: the sample that its call was drawn in, or who assigned it and why. */
export function QueueSide({ entry }: { entry: QueueEntry }) {
  const { sample_id } = entry;
  const assigned = <Assigned {...entry} />;
  return sample_id === null ? assigned : <SamplePane key={sample_id} sample_id={sample_id} unseen={assigned} />;
}

function Assigned(entry: QueueEntry) {
  const { t } = useTranslation();
  const format = useFormat();
  const { description, created_at, title, form_name, evaluation_deadline } = entry;
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {description !== '' && <p className={styles.why}>{description}</p>}
      <dl className={facts.facts}>
        <dt>{t('evaluations.assignedBy')}</dt>
        <dd>
          <AssignedBy {...entry} />
        </dd>
        <dt>{t('evaluations.assignedOn')}</dt>
        <dd>{format.started(created_at)}</dd>
        <dt>{t('evaluations.due')}</dt>
        <dd>{evaluation_deadline === null ? t('evaluations.noDue') : format.due(evaluation_deadline)}</dd>
        {title !== form_name && (
          <>
            <dt>{t('evaluations.form')}</dt>
            <dd>{form_name}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
