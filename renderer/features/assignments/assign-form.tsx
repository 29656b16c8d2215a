import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { AssignFields } from './assign-fields';
import styles from './assign-form.module.css';
import type { CallToAssign } from './assigned-calls';
import { useAssignment } from './use-assignment';

type Props = {
  calls: readonly CallToAssign[];
  forms: readonly { form_id: string; name: string }[];
  onDone: () => void;
};

/** Assigns calls to an evaluator. A single call of one's own can be scored at once. */
export function AssignForm({ calls, forms, onDone }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const assignment = useAssignment({ calls, forms, onDone });
  const { count, assign, why } = assignment;
  // If none can be assigned yet, those that it is about.
  const asked = count || assignment.agentless.length;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        assign(false);
      }}
    >
      <AssignFields assignment={assignment} forms={forms} />
      <div className={styles.acts}>
        {assignment.isSingle && assignment.isOwn && (
          <Button unavailable={why} onPress={() => assign(true)}>
            {t('assignments.start')}
          </Button>
        )}
        <Button type="submit" look="ink" busy={assignment.isPending} unavailable={why}>
          {t('assignments.assignMany', { count: asked, shown: format.figure(asked) })}
        </Button>
      </div>
    </form>
  );
}
