import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useEveryUser } from '../../core/every-user';
import { useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import { FormMessage } from '../../ui/form-message';
import { SelectField } from '../../ui/select-field';
import styles from './assign-form.module.css';
import { nobodyElse, type useAssignment } from './use-assignment';

type Props = {
  assignment: ReturnType<typeof useAssignment>;
  forms: readonly { form_id: string; name: string }[];
  autoFocus?: boolean;
};

/** The fields of an assignment. The agent is only a field when the calls do not name one. */
export function AssignFields({ assignment, forms, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const message = useMessage();
  const refusalText = useRefusalText();
  const { user } = useSignedIn();
  const everyone = useEveryUser() ?? [{ ...user, is_active: true }];
  const people = everyone.map(({ user_id: id, name, is_active }) => ({ id, name, is_active }));
  const { isOne, isSingle, agentless, agentMissing, agent, error } = assignment;
  const faultAt = (part: string) =>
    isRefusal(error) ? Object.entries(error.details).find(([path]) => path.endsWith(part))?.[1] : undefined;
  const [ofAgent, ofEvaluator] = [faultAt('.agent_user_id'), faultAt('evaluator_user_id')];
  const [ofForm, ofDay] = [faultAt('form_id'), faultAt('evaluation_deadline')];
  const ofReview = faultAt('agent_review_deadline');
  const count = { count: agentless.length, shown: format.figure(agentless.length) };
  return (
    <>
      <SelectField
        label={t('assignments.form')}
        value={assignment.form_id}
        onChange={assignment.setForm}
        choices={forms.map(({ form_id: id, name }) => ({ id, name }))}
        autoFocus={autoFocus}
      />
      {ofForm && <FormMessage>{message(ofForm) ?? ''}</FormMessage>}
      <ChoiceField
        label={t('assignments.evaluator')}
        value={assignment.evaluator_user_id}
        onChange={assignment.setEvaluator}
        choices={people.filter(({ is_active }) => is_active)}
        opensOn="input"
        message={ofEvaluator && message(ofEvaluator)}
      />
      {isOne && (
        <ChoiceField
          label={t('assignments.agent')}
          value={agent}
          onChange={assignment.setAgent}
          choices={[{ id: nobodyElse, name: t('assignments.agentOfCall') }, ...people]}
          opensOn="input"
          message={ofAgent && t('assignments.noAgent')}
        />
      )}
      {agentless.length > 0 && (
        <div>
          <p className={styles.agentless} role="status">
            {isSingle ? agentMissing : t('assignments.agentless', count)}
          </p>
          <ChoiceField
            label={t('assignments.agentOfThese', count)}
            value={agent}
            onChange={assignment.setAgent}
            choices={isSingle ? people : [{ id: nobodyElse, name: t('assignments.leaveOut', count) }, ...people]}
            opensOn="input"
            message={ofAgent && agent !== nobodyElse ? message(ofAgent) : undefined}
          />
        </div>
      )}
      <DateField
        label={t('assignments.due')}
        value={assignment.day}
        onChange={assignment.setDay}
        message={ofDay && message(ofDay)}
      />
      <ReviewFields assignment={assignment} message={ofReview && message(ofReview)} />
      {error && !ofAgent && !ofEvaluator && !ofForm && !ofDay && !ofReview && (
        <FormMessage>{refusalText(error)}</FormMessage>
      )}
    </>
  );
}

type ReviewProps = Pick<Props, 'assignment'> & { message: string | undefined };

/** What the agent may do with the result. */
function ReviewFields({ assignment: { review, setReview }, message }: ReviewProps) {
  const { t } = useTranslation();
  const { agent_can_view, agent_can_dispute, until } = review;
  return (
    <>
      <Checkbox isSelected={agent_can_view} onChange={(to) => setReview({ ...review, agent_can_view: to })}>
        {t('assignments.agentSees')}
      </Checkbox>
      <Checkbox
        isSelected={agent_can_view && agent_can_dispute}
        isReadOnly={!agent_can_view}
        onChange={(to) => setReview({ ...review, agent_can_dispute: to })}
      >
        {t('assignments.agentDisputes')}
      </Checkbox>
      {agent_can_view && (
        <DateField
          label={t('assignments.agentUntil')}
          value={until}
          onChange={(day) => setReview({ ...review, until: day })}
          message={message}
        />
      )}
    </>
  );
}
