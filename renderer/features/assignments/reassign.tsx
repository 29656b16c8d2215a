import { reassignReports } from '@shared/contract/evaluation-queue';
import type { EvaluationRow } from '@shared/contract/evaluation-reports';
import { UserRoundPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { useEveryUser } from '../../core/every-user';
import { useSignedIn, useZone } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useBulk } from '../../list/use-bulk';
import type { Choice } from '../../list/use-choice';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';
import styles from './assign-form.module.css';
import { endOfDay } from './end-of-day';

/** What is changed: the evaluator, the deadline, or both. */
type Changes = { evaluator_user_id?: string; evaluation_deadline?: string };

type Props = { choice: Choice<EvaluationRow>; nameOf: (row: EvaluationRow) => string };

/** In the bar of chosen evaluations: gives them to another evaluator, or moves their deadline. */
export function Reassign({ choice, nameOf }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const reading = useReadingOnly();
  const { run, busy, notDone } = useBulk({ nameOf, changed: changedByEvaluation });
  const reassign = (changes: Changes) =>
    run(choice, {
      changeAll: async (records) => {
        const assignment = { report_ids: records.map(({ report_id }) => report_id), ...changes };
        const { refused } = await api(reassignReports, { body: { assignment } });
        return refused.flatMap(({ report_id, ...error }) =>
          records.filter((record) => record.report_id === report_id).map((record) => ({ record, error })),
        );
      },
      done: (count) => t('assignments.reassigned', { count, shown: format.figure(count) }),
    });
  const button = (
    <Button look="quiet" icon={<Icon of={UserRoundPen} />} unavailable={reading} busy={busy}>
      {t('assignments.reassign')}
    </Button>
  );
  return (
    <>
      {reading ? (
        button
      ) : (
        <Popover trigger={button} label={t('assignments.reassign')} placement="top start">
          {({ close }) => (
            <ReassignForm
              count={choice.records.length}
              onSend={(changes) => {
                close();
                reassign(changes);
              }}
            />
          )}
        </Popover>
      )}
      {notDone}
    </>
  );
}

/** What is left empty stays as it is. */
function ReassignForm({ count, onSend }: { count: number; onSend: (changes: Changes) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const { user } = useSignedIn();
  const everyone = useEveryUser() ?? [{ ...user, is_active: true }];
  const [evaluator_user_id, setEvaluator] = useState('');
  const [day, setDay] = useState<string | null>(null);
  const why = evaluator_user_id === '' && day === null ? t('assignments.changeFirst') : undefined;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (why !== undefined) return;
        onSend({
          ...(evaluator_user_id !== '' && { evaluator_user_id }),
          ...(day !== null && { evaluation_deadline: endOfDay(day, zone) }),
        });
      }}
    >
      <ChoiceField
        label={t('assignments.evaluator')}
        value={evaluator_user_id}
        onChange={setEvaluator}
        choices={[
          { id: '', name: t('assignments.sameEvaluator') },
          ...everyone.filter(({ is_active }) => is_active).map(({ user_id: id, name }) => ({ id, name })),
        ]}
        opensOn="input"
        autoFocus
      />
      <DateField label={t('assignments.newDue')} hint={t('assignments.sameDue')} value={day} onChange={setDay} />
      <div className={styles.acts}>
        <Button type="submit" look="ink" unavailable={why}>
          {t('assignments.changeMany', { count, shown: format.figure(count) })}
        </Button>
      </div>
    </form>
  );
}
